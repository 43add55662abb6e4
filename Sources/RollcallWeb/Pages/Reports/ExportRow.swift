public import Rollcall

/// One file that was taken out.
public struct ExportRow: PageRow {
  /// Its template.
  public static let template = "Reports/ExportRow"

  /// The row's name in the page, `e` and the number of the audit's entry.
  public var key: String
  /// When it ended.
  public var at: Moment
  /// Who took it, by name.
  public var who: String
  /// What it tells, in words.
  public var what: String
  /// What it tells, as in its address.
  public var kind: String
  /// Of whom and when.
  public var filter: String
  /// Its rows, without the header.
  public var rows: String
  /// Whether it was broken off.
  public var brokenOff: Bool
  /// Whether the audit says something else of it.
  public var unproven: Bool
  /// Its length.
  public var bytes: String
  /// Its hash.
  public var sha256: String
  /// The number of the audit's entry.
  public var number: String
  /// That entry.
  public var entryHref: String

  /// A row from its parts.
  public init(
    number: Int64, at: Timestamp, who: String, kind: String, filter: String, rows: Int64,
    isComplete: Bool = true, isAudited: Bool = true, bytes: Int64, sha256: String, slug: String,
    clock: PageClock
  ) {
    key = "e\(number)"
    self.at = clock.time(at)
    self.who = who
    what = ReportKind(rawValue: kind)?.title ?? AuditWords.action("export.\(kind)")
    self.kind = kind
    self.filter = filter
    self.rows = Words.grouped(rows)
    brokenOff = !isComplete
    unproven = !isAudited
    self.bytes = Words.grouped(bytes)
    self.sha256 = sha256
    self.number = Words.grouped(number)
    var audit = AuditPageFilter().with(cursor: "\(number.addingReportingOverflow(1).partialValue)")
    audit.from = clock.local(at).isoDay
    entryHref = audit.query.link(Shell.Section.audit.path(slug)) + "#a\(number)"
  }

  /// An example with every kind of content.
  public static let sample = ExportRow(
    number: 4_209, at: PageClock.sampleNow.advanced(by: -1_833_000), who: "dora@example.org",
    kind: "history", filter: "?responder=1&from=2026-11-20", rows: 8_421, isComplete: false,
    isAudited: false, bytes: 1_310_720,
    sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    slug: "city-rescue", clock: PageClock.sample)
}
