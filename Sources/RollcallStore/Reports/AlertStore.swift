/// Alerts, and what people did about them.
public struct AlertStore: StorePart {
  let store: Store
}

extension Store {
  /// Alerts, and what people did about them.
  public var alerts: AlertStore { AlertStore(store: self) }
}
