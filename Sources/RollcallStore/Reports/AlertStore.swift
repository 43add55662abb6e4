/// Alerts, and people's actions on them.
public struct AlertStore: StorePart {
  let store: Store
}

extension Store {
  /// Alerts, and people's actions on them.
  public var alerts: AlertStore { AlertStore(store: self) }
}
