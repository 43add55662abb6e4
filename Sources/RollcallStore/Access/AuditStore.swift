/// Who did what, as it is read.
public struct AuditStore: StorePart {
  let store: Store
}

extension Store {
  /// Who did what, as it is read.
  public var audit: AuditStore { AuditStore(store: self) }
}
