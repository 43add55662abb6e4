/// Accounts, logins, memberships and invitations, as they are written.
struct AccountWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var accounts: AccountWrites { AccountWrites(transaction: self) }
}
