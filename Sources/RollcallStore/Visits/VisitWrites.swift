/// Outlets and visits, as they are written.
struct VisitWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var visits: VisitWrites { VisitWrites(transaction: self) }
}
