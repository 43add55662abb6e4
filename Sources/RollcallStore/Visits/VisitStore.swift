/// Outlets and visits.
public struct VisitStore: StorePart {
  let store: Store
}

extension Store {
  /// Outlets and visits.
  public var visits: VisitStore { VisitStore(store: self) }
}
