/// Writes outlets and visits.
struct VisitWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var visits: VisitWrites { VisitWrites(transaction: self) }
}
