import Rollcall
import RollcallStore

/// A report: one table about a span, as a page with its first rows, as a file, and repeated by a schedule. A
/// report with a page of its own is only listed here.
struct Report: Sendable {
  /// Its word in schedules and in the audit.
  let name: String
  /// Its word in addresses; the contract's address of its file has its name.
  let address: String
  let title: String
  /// Its description, a sentence.
  let about: String
  /// Each column with its description.
  let heads: [ReportColumn]
  /// The same, with columns grouped that share a description.
  let manual: [ReportColumn]
  /// How long its source data is kept.
  var kept = Kept.asReported
  /// How it can be narrowed.
  var narrowing = Narrowing.people
  /// The cost of one step of reading.
  var cost = Cost.rows
  var permission = Permission.exportHistory
  /// Whether it has a page and a file of its own, with a filter of its own.
  var hasOwnPage = false
  /// Reads its rows.
  let read: @Sendable (ReportScope) -> NextRows

  /// Reads the next rows, and whether they were the last. There may be none.
  typealias NextRows = () throws -> (rows: [Row], isLast: Bool)

  /// A row: its cells, and the moment of the board that it links to.
  struct Row {
    var cells: [Cell]
    var moment: Timestamp?
  }

  /// How long a report's source data is kept.
  enum Kept { case asReported, asLog }
  /// How a report can be narrowed: to people with their region and profile, to a region, or not at all.
  enum Narrowing { case people, region, nothing }
  /// The steps of reading a report: rows of a log, some people at a time, or all days of some people.
  enum Cost { case rows, people, daysOfPeople }

  /// Whether it can be narrowed to the people of one region or profile.
  var isByPerson: Bool { narrowing == .people }
  /// Whether it can be narrowed to one region: that of the people, or the incidents' own.
  var isByRegion: Bool { narrowing != .nothing }
  /// Its page, under the workspace.
  var page: String { hasOwnPage ? name : "reports/\(address)" }
  /// The file, under the workspace.
  var file: String { name == "history" ? "history.csv" : "reports/\(address).csv" }
  /// The header of the file.
  var header: [String] { heads.map(\.name) }

  /// Since when its source data is kept.
  func keptFrom(_ workspace: Workspace, _ now: Timestamp) -> Timestamp {
    let limits = RetentionLimits(days: workspace.retentionDays, now: now)
    return kept == .asLog ? limits.log : limits.reports
  }

  /// All reports, in the order of their list. A new one is added to the list in its file.
  static let all = [ofLog, ofDays, ofDoubts, ofVisits, ofCrossings, ofIncidents, withOwnPages].flatMap(\.self)

  /// The one of this name.
  static func named(_ name: String) -> Report? { all.first { $0.name == name } }
}

extension Report {
  /// A report with rows of one kind.
  ///
  /// - Parameters:
  ///   - moment: the instant of a row whose board is of interest.
  ///   - rows: the reader for a scope; each call reads a further part.
  init<Item>(
    _ name: String, _ title: String, _ about: String, at address: String? = nil, kept: Kept = .asReported,
    narrowing: Narrowing = .people, cost: Cost = .rows, moment: (@Sendable (Item) -> Timestamp)? = nil,
    _ table: Table<Item>,
    rows: @escaping @Sendable (ReportScope) -> () throws -> (rows: [Item], isLast: Bool)
  ) {
    (self.name, self.title, self.about, self.address) = (name, title, about, address ?? name)
    (self.kept, self.narrowing, self.cost) = (kept, narrowing, cost)
    (heads, manual) = (table.heads, table.manual)
    read = { scope in
      let next = rows(scope)
      return {
        let part = try next()
        return (part.rows.map { Row(cells: table.cells($0), moment: moment?($0)) }, part.isLast)
      }
    }
  }

  /// A list with a page and a file of its own, which can be scheduled as a report.
  init<Asked, Item>(
    _ list: Listing<Asked, Item>, kept: Kept,
    rows: @escaping @Sendable (ReportScope) -> () throws -> (rows: [Item], isLast: Bool)
  ) {
    self.init(list.name, list.title, list.about, kept: kept, narrowing: .nothing, list.table, rows: rows)
    (permission, hasOwnPage) = (list.exported ?? list.permission, true)
  }

  static let withOwnPages = [
    Report(AuditLine.listing, kept: .asLog) { scope in
      var cursor: Int64?
      return {
        let names = try AuditNames(scope.store, scope.workspace.id)
        let filter = AuditFilter(
          from: scope.span.from, to: scope.span.to,
          subject: scope.responder.map { "responder \($0.rawValue)" } ?? "")
        let page = try scope.store.audit.entries(
          of: scope.workspace.id, filter, behind: cursor, limit: CSVWriter.rowsAtOnce)
        cursor = page.last?.number ?? cursor
        return (page.map { AuditLine(entry: $0, names: names) }, page.count < CSVWriter.rowsAtOnce)
      }
    },
    Report(PositionRow.listing, kept: .asReported) { scope in
      let filter = PingFilter(from: scope.span.from, to: scope.span.to, responder: scope.responder)
      return scope.pages { (after: HistoryCursor?) in
        try scope.store.tracking.history(
          of: scope.workspace, filter, after: after, limit: CSVWriter.rowsAtOnce)
      } place: {
        HistoryCursor(effective: $0.effective, id: $0.id)
      } rows: { page in
        page.map { PositionRow(position: $0, name: scope.people.name($0.responder) ?? "") }
      }
    },
  ]
}

/// One person's entry.
struct OfPerson<Item: Sendable>: Sendable {
  let id: Responder.ID
  /// Their name; `nil` for a person who is no longer known.
  let name: String?
  let item: Item

  /// The columns of a person: id and name.
  static func columns(_ about: String) -> [Column<OfPerson<Item>>] {
    [Column("responder_id") { $0.id }, Column("responder", about) { $0.name }]
  }
}
