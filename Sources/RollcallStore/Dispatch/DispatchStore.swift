/// Incidents with their offers, assignments and drills.
public struct DispatchStore: StorePart {
  let store: Store
}

extension Store {
  /// Incidents with their offers, assignments and drills.
  public var dispatch: DispatchStore { DispatchStore(store: self) }
}
