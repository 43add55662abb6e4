/// Requests of persons about themselves, their own page, and erasure.
public struct PrivacyStore: StorePart {
  let store: Store
}

extension Store {
  /// Requests of persons about themselves, their own page, and erasure.
  public var privacy: PrivacyStore { PrivacyStore(store: self) }
}
