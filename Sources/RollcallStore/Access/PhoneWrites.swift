/// Logins of phones, and devices with other apps, as they are written.
struct PhoneWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var phones: PhoneWrites { PhoneWrites(transaction: self) }
}
