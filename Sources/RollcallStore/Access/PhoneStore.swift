/// Who reports: logins of phones, apps that are not ours, links of own pages.
public struct PhoneStore: StorePart {
  let store: Store
}

extension Store {
  /// Who reports: logins of phones, apps that are not ours, links of own pages.
  public var phones: PhoneStore { PhoneStore(store: self) }
}
