/// Alerts, as they are written.
struct AlertWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var alerts: AlertWrites { AlertWrites(transaction: self) }
}
