/// Channels and their messages.
public struct NoticeStore: StorePart {
  let store: Store
}

extension Store {
  /// Channels and their messages.
  public var channels: NoticeStore { NoticeStore(store: self) }
}
