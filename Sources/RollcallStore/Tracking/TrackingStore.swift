/// Positions: ingest, history, doubts.
public struct TrackingStore: StorePart {
  let store: Store
}

extension Store {
  /// Positions: ingest, history, doubts.
  public var tracking: TrackingStore { TrackingStore(store: self) }
}

/// Writes positions and the data derived from them.
struct TrackingWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var tracking: TrackingWrites { TrackingWrites(transaction: self) }
}
