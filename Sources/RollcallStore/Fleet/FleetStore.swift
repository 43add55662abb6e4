/// Workspaces, people, profiles and regions.
public struct FleetStore: StorePart {
  let store: Store
}

extension Store {
  /// Workspaces, people, profiles and regions.
  public var fleet: FleetStore { FleetStore(store: self) }
}
