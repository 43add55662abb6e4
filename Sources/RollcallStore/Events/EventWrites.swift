/// Activities and participants, as they are written.
struct EventWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var events: EventWrites { EventWrites(transaction: self) }
}
