extension ReportWeb {
  /// What can be exported, as the audit names it.
  static let exportNames = Set(ReportKind.allCases.map(\.rawValue))
}
