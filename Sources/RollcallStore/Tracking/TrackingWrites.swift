/// Positions and what is kept of them, as they are written.
struct TrackingWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var tracking: TrackingWrites { TrackingWrites(transaction: self) }
}
