/// Privacy: requests of responders about their own data, their own page, and erasure.
public struct PrivacyStore: StorePart {
  let store: Store
}

extension Store {
  /// Privacy: requests of responders about their own data, their own page, and erasure.
  public var privacy: PrivacyStore { PrivacyStore(store: self) }
}

/// Writes privacy requests and erasures.
struct PrivacyWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var privacy: PrivacyWrites { PrivacyWrites(transaction: self) }
}
