/// Retention and legal holds.
public struct RetentionStore: StorePart {
  let store: Store
}

extension Store {
  /// Retention and legal holds.
  public var retention: RetentionStore { RetentionStore(store: self) }
}
