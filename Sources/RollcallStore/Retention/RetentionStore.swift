/// How long what is kept, and holds.
public struct RetentionStore: StorePart {
  let store: Store
}

extension Store {
  /// How long what is kept, and holds.
  public var retention: RetentionStore { RetentionStore(store: self) }
}
