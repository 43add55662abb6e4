/// Positions: ingest, history, doubts.
public struct TrackingStore: StorePart {
  let store: Store
}

extension Store {
  /// Positions: ingest, history, doubts.
  public var tracking: TrackingStore { TrackingStore(store: self) }
}
