/// Writes phone logins and devices with other apps.
struct PhoneWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var phones: PhoneWrites { PhoneWrites(transaction: self) }
}
