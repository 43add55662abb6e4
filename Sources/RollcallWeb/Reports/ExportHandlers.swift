import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension ReportWeb {
  /// `GET /w/{ws}/reports/exports`
  @Sendable func exports(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let filter = ExportFilter(asked.request.query.pairs)
    let path = Shell.Section.reports.path(workspace.slug) + "/exports"
    var problem = filter.ends(in: workspace).problems.joined(separator: " ")
    let isUnderstood = problem.utf8.isEmpty
    let found: (lines: [ExportLine], next: String?)? =
      try isUnderstood ? sortedFiles(filter, asked) : (lines: [], next: nil)
    if found == nil {
      problem = Words.Lists.tooManyToSort(by: filter.order.column.label, most: SortedWhole.limit)
    }
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let head = ListHead(
      ExportLine.listing, web.shell(.reports, asked.visitor, title: Words.Lists.exportedFiles),
      at: path, filter, .rows(found?.lines.count ?? 0, next: found?.next),
      tabs: ReportsPage.tabs(workspace.slug, current: "/exports"),
      columns: ListColumns(
        all: ExportFilter.Sort.allCases.dropFirst().map { ListColumn($0.rawValue, $0.label) },
        usual: ExportsPage.pageSize, shape: filter.shape), error: problem, clock: clock)
    let rows = (found?.lines ?? []).map { ExportRow($0, slug: workspace.slug, clock: clock) }
    let columns = filter.heads(
      ExportFilter.Sort.allCases.map { ($0.label, $0) }, by: \.order, falling: ExportFilter.Sort.falling,
      numbers: ExportFilter.Sort.numbers, at: path)
    let page = ExportsPage(head: head, sha256: filter.sha256, columns: columns, files: Rows(rows))
    return web.html(pages.render(page), status: problem.utf8.isEmpty ? .ok : .badRequest)
  }

  /// `GET /w/{ws}/reports/exports.json`
  @Sendable func exportsJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let filter = ExportFilter(asked.request.query.pairs)
    let found = try exportFiles(filter, asked, limit: 1_000)
    return try web.exports.named(
      ExportLine.listing.json(found.lines, next: found.next), "exported-files", asked.visitor,
      filter.ends(in: asked.visitor.workspace))
  }

  /// One page in the order asked for; `nil` when too many match.
  private func sortedFiles(
    _ filter: ExportFilter, _ asked: ConsoleRequest
  ) throws(StoreError) -> (lines: [ExportLine], next: String?)? {
    guard filter.order != ListOrder(.at) else {
      return try exportFiles(filter, asked, limit: filter.size)
    }
    var page = SortedPage<ExportLine>(from: Int64(filter.cursor), size: filter.size)
    var behind = filter.first
    let fits = try page.fill(isFalling: filter.isFalling, by: filter.sortKey) { () throws(StoreError) in
      let piece = try exportFiles(behind, asked, limit: SortedWhole.piece)
      behind.cursor = piece.next ?? "0"
      return piece.lines
    }
    return fits ? (page.rows, page.next) : nil
  }

  /// One page of the files, the newest first, and where the next begins.
  private func exportFiles(
    _ filter: ExportFilter, _ asked: ConsoleRequest, limit: Int
  ) throws(StoreError) -> (lines: [ExportLine], next: String?) {
    let workspace = asked.visitor.workspace.id
    let cursor = Int64(filter.cursor)
    if cursor == nil, !filter.cursor.isEmpty { throw .invalid("The page link is broken.") }
    let ends = filter.ends(in: asked.visitor.workspace)
    guard ends.problems.isEmpty else { throw .invalid(ends.problems.joined(separator: " ")) }
    let found = try store.reports.exportFiles(
      of: workspace, sha256: filter.sha256, from: ends.first, until: ends.last, before: cursor,
      limit: limit + 1)
    let names = try AuditNames(store, workspace)
    let shown = found.prefix(limit)
    let next = found.count > limit ? shown.last.map { String($0.entry.number) } : nil
    return (shown.map { ExportLine(file: $0, names: names) }, next)
  }
}

extension ExportFilter {
  /// From when to when; times without zone are the workspace's.
  func ends(in workspace: Workspace) -> AskedEnds {
    AskedEnds(from: from, to: to, Zone(workspace.timeZone))
  }

  var isFalling: Bool { Sort.falling.contains(order.column) != order.isReversed }

  /// What a file is sorted by.
  func sortKey(of line: ExportLine) -> SortKey? {
    let (file, entry) = (line.file, line.file.entry)
    return switch order.column {
    case .at, .entry: .number(entry.number)
    case .who: .words(line.names.actor(entry.actor))
    case .what: .words(ExportRow.title(of: file.kind))
    case .filter: .words(line.names.subject(file.filter))
    case .rows: .number(file.rows)
    case .bytes: .number(file.fingerprint.bytes)
    case .sha256: .words(file.fingerprint.hashText)
    }
  }
}

/// An exported file, for programs.
struct ExportLine: Sendable {
  let file: ExportFile
  /// The present names of ids.
  let names: AuditNames

  static let table = Table<ExportLine> {
    Column("number", "The number of its entry in the audit.") { $0.file.entry.number }
    Column("at", "When.") { $0.file.entry.at }
    Column("actor") { $0.file.entry.actor }
    Column("actor_name", "Who took it: as in the entry, and as they are called today.") {
      $0.names.actor($0.file.entry.actor)
    }
    Column("origin", "From where.") { $0.file.entry.origin }
    Column("kind") { $0.file.kind }
    Column("filter", "What it tells, and of whom and when.") { $0.file.filter }
    Column("rows") { $0.file.rows }
    Column("bytes") { $0.file.fingerprint.bytes }
    Column("sha256", "Its rows, length and hash.") { $0.file.fingerprint.hashText }
    Column("complete", "Whether all of it was taken.") { $0.file.isComplete }
    Column("audited", "Whether the audit says the same of it.") { $0.file.isAudited }
  }

  static let listing = Listing<ExportFilter, ExportLine>(
    name: "exports", title: Words.Lists.exportedFiles,
    about: "The files that were taken out, the newest first.",
    permission: .exportHistory, member: "exports", table: table, counted: ("file", "files"),
    nothing: EmptyState(
      title: Words.Exports.noneYet,
      advice: Words.Exports.about),
    unmatched: EmptyState(
      title: Words.Exports.unknownHash,
      advice: Words.Exports.unknownHashAdvice,
      command: Words.Exports.rollcallVerifyExportFile))
}
