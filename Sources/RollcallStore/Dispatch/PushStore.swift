/// How phones are told of offers.
public struct PushStore: StorePart {
  let store: Store
}

extension Store {
  /// How phones are told of offers.
  public var push: PushStore { PushStore(store: self) }
}
