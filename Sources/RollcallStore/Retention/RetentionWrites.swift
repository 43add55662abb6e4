/// Writes purges and holds.
struct RetentionWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var retention: RetentionWrites { RetentionWrites(transaction: self) }
}
