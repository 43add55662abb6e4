/// Messages to channels, as they are written.
struct NoticeWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var channels: NoticeWrites { NoticeWrites(transaction: self) }
}
