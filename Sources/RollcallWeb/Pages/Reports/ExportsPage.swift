import Rollcall
import RollcallStore

/// The exported files, with the member and the fingerprint of each.
struct ExportsPage: Page {
  static let template = "Reports/ExportsPage"
  static let pageSize = 200

  var head: ListHead
  /// The hash to look for, as in the URL.
  var sha256: String
  var columns: [ColumnHead]
  var files: Rows<ExportRow>
}

/// Which file is looked for.
struct ExportFilter: FieldValues {
  /// By time, rows, bytes and entry the last or the greatest first, unless turned round.
  enum Sort: String, CaseIterable, Sendable {
    case at, who, what, filter, rows, bytes, sha256, entry

    static let falling: Set<Sort> = [.at, .rows, .bytes, .entry]
    static let numbers: Set<Sort> = [.rows, .bytes, .entry]

    var label: String {
      switch self {
      case .at: Words.Audit.when
      case .who: Words.Audit.who
      case .what: Words.Audit.what
      case .filter: Words.Exports.filter
      case .rows: Words.Exports.rows
      case .bytes: Words.Exports.bytes
      case .sha256: Words.Exports.sha256
      case .entry: Words.Audit.entry
      }
    }
  }

  var sha256 = ""
  /// From when to when they were taken out; empty for all.
  var from = ""
  var to = ""
  /// The page shows files before this number; empty on the first.
  var cursor = ""
  var order = ListOrder(Sort.at)
  var shape = ListShape()

  /// The rows of a page.
  var size: Int { shape.rows(usual: ExportsPage.pageSize) }

  static let fields: [Field<ExportFilter>] = [
    .text("sha256", \.sha256).about("Those with this hash alone, in hexadecimal digits."),
    .text("from", \.from).shown(.span(.from)).about("RFC 3339, or a local day."),
    .text("to", \.to).shown(.span(.to)).about("Half-open."),
    .cursor("cursor", \.cursor).about("The `next_cursor` of the page before."),
    .order(\.order, usual: .at), .size(\.shape), .columns(\.shape),
  ]
}

/// One exported file.
struct ExportRow: PageRow {
  static let template = "Reports/ExportRow"

  /// The row's name in the page, `e` and the number of the audit's entry.
  var key: String
  var at: Moment
  var who: String
  /// The kind of export, in words and as in its address, and its filter.
  var what, kind, filter: String
  /// How many rows it has, without the header.
  var rows: String
  var brokenOff: Bool
  /// Whether it contradicts the audit.
  var unproven: Bool
  var bytes, sha256: String
  var number, entryHref: String
}

extension ExportRow {
  init(_ line: ExportLine, slug: String, clock: PageClock) {
    let (file, entry) = (line.file, line.file.entry)
    var audit = AuditPageFilter().at("\(entry.number.addingReportingOverflow(1).partialValue)")
    audit.from = clock.local(entry.at).isoDay
    self.init(
      key: "e\(entry.number)", at: clock.time(entry.at), who: line.names.actor(entry.actor),
      what: Self.title(of: file.kind), kind: file.kind,
      filter: line.names.subject(file.filter, clock: clock), rows: Words.grouped(file.rows),
      brokenOff: !file.isComplete,
      unproven: !file.isAudited, bytes: Words.grouped(file.fingerprint.bytes),
      sha256: file.fingerprint.hashText, number: Words.grouped(entry.number),
      entryHref: audit.query.link(Shell.Section.audit.path(slug)) + "#a\(entry.number)")
  }

  /// A kind of file in words.
  static func title(of kind: String) -> String {
    Report.named(kind)?.title ?? AuditWords.action("export.\(kind)")
  }
}
