/// Writes positions and the data derived from them.
struct TrackingWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var tracking: TrackingWrites { TrackingWrites(transaction: self) }
}
