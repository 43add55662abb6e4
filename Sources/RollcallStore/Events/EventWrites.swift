/// Writes activities and participants.
struct EventWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var events: EventWrites { EventWrites(transaction: self) }
}
