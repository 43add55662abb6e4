/// What can be exported, as the audit names it.
enum ExportNames {
  static let all = Set(ReportKind.allCases.map(\.rawValue))
}
