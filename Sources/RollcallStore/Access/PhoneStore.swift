/// The sources of reports: phone logins, other apps, and links to own pages.
public struct PhoneStore: StorePart {
  let store: Store
}

extension Store {
  /// The sources of reports: phone logins, other apps, and links to own pages.
  public var phones: PhoneStore { PhoneStore(store: self) }
}
