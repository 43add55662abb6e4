/// Members as persons: their accounts, logins, second factors, and the memberships they were offered.
public struct AccountStore: StorePart {
  let store: Store
}

extension Store {
  /// Members as persons: their accounts, logins, second factors, and the memberships they were offered.
  public var accounts: AccountStore { AccountStore(store: self) }
}
