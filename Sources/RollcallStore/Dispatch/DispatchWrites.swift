/// Writes incidents, offers, assignments and drills.
struct DispatchWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var dispatch: DispatchWrites { DispatchWrites(transaction: self) }
}
