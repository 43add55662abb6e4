/// Writes privacy requests and erasures.
struct PrivacyWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var privacy: PrivacyWrites { PrivacyWrites(transaction: self) }
}
