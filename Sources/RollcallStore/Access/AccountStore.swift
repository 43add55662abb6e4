/// Members as persons: their accounts, logins, second factors, and membership offers.
public struct AccountStore: StorePart {
  let store: Store
}

extension Store {
  /// Members as persons: their accounts, logins, second factors, and membership offers.
  public var accounts: AccountStore { AccountStore(store: self) }
}
