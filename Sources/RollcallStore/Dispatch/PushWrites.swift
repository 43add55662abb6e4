/// Messages to phones, as they are written.
struct PushWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var push: PushWrites { PushWrites(transaction: self) }
}
