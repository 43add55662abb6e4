/// Incidents, offers, assignments and drills, as they are written.
struct DispatchWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var dispatch: DispatchWrites { DispatchWrites(transaction: self) }
}
