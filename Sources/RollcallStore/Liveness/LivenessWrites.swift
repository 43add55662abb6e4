/// Writes statuses and the log of their changes.
struct LivenessWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var liveness: LivenessWrites { LivenessWrites(transaction: self) }
}
