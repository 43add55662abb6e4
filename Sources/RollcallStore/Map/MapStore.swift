/// Trails.
public struct MapStore: StorePart {
  let store: Store
}

extension Store {
  /// Trails.
  public var map: MapStore { MapStore(store: self) }
}
