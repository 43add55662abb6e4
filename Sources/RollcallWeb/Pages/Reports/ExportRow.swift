import Rollcall

/// One file that was taken out.
struct ExportRow: PageRow {
  static let template = "Reports/ExportRow"

  /// The row's name in the page, `e` and the number of the audit's entry.
  var key: String
  var at: Moment
  /// Who took it, by name.
  var who: String
  /// What it tells, in words.
  var what: String
  /// What it tells, as in its address.
  var kind: String
  /// Of whom and when.
  var filter: String
  /// Its rows, without the header.
  var rows: String
  /// Whether it was broken off.
  var brokenOff: Bool
  /// Whether the audit says something else of it.
  var unproven: Bool
  /// Its length.
  var bytes: String
  /// Its hash.
  var sha256: String
  /// The number of the audit's entry.
  var number: String
  /// That entry.
  var entryHref: String

  init(
    number: Int64, at: Timestamp, who: String, kind: String, filter: String, rows: Int64,
    isComplete: Bool = true, isAudited: Bool = true, bytes: Int64, sha256: String, slug: String,
    clock: PageClock
  ) {
    key = "e\(number)"
    self.at = clock.time(at)
    self.who = who
    what = Report.named(kind)?.title ?? AuditWords.action("export.\(kind)")
    self.kind = kind
    self.filter = filter
    self.rows = Words.grouped(rows)
    brokenOff = !isComplete
    unproven = !isAudited
    self.bytes = Words.grouped(bytes)
    self.sha256 = sha256
    self.number = Words.grouped(number)
    var audit = AuditPageFilter().with(\.cursor, "\(number.addingReportingOverflow(1).partialValue)")
    audit.from = clock.local(at).isoDay
    entryHref = audit.query.link(Shell.Section.audit.path(slug)) + "#a\(number)"
  }
}
