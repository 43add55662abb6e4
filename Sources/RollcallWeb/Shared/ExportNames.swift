/// What can be exported, as the audit names it.
enum ExportNames {
  static let all = Set(Report.all.map(\.name))
}
