/// Reports, exports and schedules.
public struct ReportStore: StorePart {
  let store: Store
}

extension Store {
  /// Reports, exports and schedules.
  public var reports: ReportStore { ReportStore(store: self) }
}
