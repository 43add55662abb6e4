/// Purges and holds, as they are written.
struct RetentionWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var retention: RetentionWrites { RetentionWrites(transaction: self) }
}
