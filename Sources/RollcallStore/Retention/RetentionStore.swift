/// Retention and legal holds.
public struct RetentionStore: StorePart {
  let store: Store
}

extension Store {
  /// Retention and legal holds.
  public var retention: RetentionStore { RetentionStore(store: self) }
}

/// Writes purges and holds.
struct RetentionWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var retention: RetentionWrites { RetentionWrites(transaction: self) }
}
