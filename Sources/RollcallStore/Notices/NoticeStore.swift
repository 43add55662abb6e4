/// Channels, and what is told through them.
public struct NoticeStore: StorePart {
  let store: Store
}

extension Store {
  /// Channels, and what is told through them.
  public var channels: NoticeStore { NoticeStore(store: self) }
}
