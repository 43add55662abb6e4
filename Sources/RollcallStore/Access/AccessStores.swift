/// Members as persons: their accounts, logins, second factors, and membership offers.
public struct AccountStore: StorePart {
  let store: Store
}

extension Store {
  /// Members as persons: their accounts, logins, second factors, and membership offers.
  public var accounts: AccountStore { AccountStore(store: self) }
}

/// Accounts, logins, memberships and invitations, as they are written.
struct AccountWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var accounts: AccountWrites { AccountWrites(transaction: self) }
}

/// Who may do what in a workspace: roles, invitations, keys, screens.
public struct MemberStore: StorePart {
  let store: Store
}

extension Store {
  /// Who may do what in a workspace: roles, invitations, keys, screens.
  public var members: MemberStore { MemberStore(store: self) }
}

/// The sources of reports: phone logins, other apps, and links to own pages.
public struct PhoneStore: StorePart {
  let store: Store
}

extension Store {
  /// The sources of reports: phone logins, other apps, and links to own pages.
  public var phones: PhoneStore { PhoneStore(store: self) }
}

/// Writes phone logins and devices with other apps.
struct PhoneWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var phones: PhoneWrites { PhoneWrites(transaction: self) }
}

/// Reads the audit.
public struct AuditStore: StorePart {
  let store: Store
}

extension Store {
  /// Reads the audit.
  public var audit: AuditStore { AuditStore(store: self) }
}
