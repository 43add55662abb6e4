/// Messages that tell phones of offers.
public struct PushStore: StorePart {
  let store: Store

  /// Whether this server can tell of offers by text message.
  public var sendsTexts: Bool { store.outboxes.sendsTexts }
}

extension Store {
  /// Messages that tell phones of offers.
  public var push: PushStore { PushStore(store: self) }
}
