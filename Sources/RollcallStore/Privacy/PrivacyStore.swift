/// Privacy: requests of responders about their own data, their own page, and erasure.
public struct PrivacyStore: StorePart {
  let store: Store
}

extension Store {
  /// Privacy: requests of responders about their own data, their own page, and erasure.
  public var privacy: PrivacyStore { PrivacyStore(store: self) }
}
