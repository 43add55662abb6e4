/// The kinds of export, as the audit names them.
enum ExportNames {
  static let all = Set(Report.all.map(\.name))
}
