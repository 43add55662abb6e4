/// Statuses and the log of what changed, as they are written.
struct LivenessWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var liveness: LivenessWrites { LivenessWrites(transaction: self) }
}
