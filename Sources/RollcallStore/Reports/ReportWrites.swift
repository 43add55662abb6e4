/// Exports, as they are written.
struct ReportWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var reports: ReportWrites { ReportWrites(transaction: self) }
}
