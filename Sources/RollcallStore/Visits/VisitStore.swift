/// Outlets and visits.
public struct VisitStore: StorePart {
  let store: Store
}

extension Store {
  /// Outlets and visits.
  public var visits: VisitStore { VisitStore(store: self) }
}

/// Writes outlets and visits.
struct VisitWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var visits: VisitWrites { VisitWrites(transaction: self) }
}
