/// Reads the audit.
public struct AuditStore: StorePart {
  let store: Store
}

extension Store {
  /// Reads the audit.
  public var audit: AuditStore { AuditStore(store: self) }
}
