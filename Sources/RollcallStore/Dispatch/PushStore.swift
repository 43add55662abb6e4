/// Messages that tell phones of offers.
public struct PushStore: StorePart {
  let store: Store
}

extension Store {
  /// Messages that tell phones of offers.
  public var push: PushStore { PushStore(store: self) }
}
