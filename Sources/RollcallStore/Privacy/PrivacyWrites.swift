/// Requests and erasure, as they are written.
struct PrivacyWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var privacy: PrivacyWrites { PrivacyWrites(transaction: self) }
}
