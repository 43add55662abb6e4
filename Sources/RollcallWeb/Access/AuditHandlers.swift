import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension MemberWeb {
  /// The audit, for members who may read it.
  var auditRoutes: [Route] {
    [
      web.door.console(.get, "/w/{ws}/audit", .viewAudit, lane: .slow, audit),
      web.door.console(.get, "/w/{ws}/audit.json", .viewAudit, auditJSON),
      web.door.console(.get, "/w/{ws}/audit.csv", .viewAudit, auditCSV),
      web.door.console(.get, "/w/{ws}/reports/audit.csv", .viewAudit, auditCSV),
    ]
  }

  /// `GET /w/{ws}/audit`
  @Sendable func audit(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let now = store.clock()
    let query = try query(asked, now)
    let order = query.asked.order
    let names = try AuditNames(store, workspace.id)
    let found =
      [.at, .entry].contains(order.column)
      ? try entries(
        of: query, workspace.id, isOldestFirst: order.isReversed, limit: query.asked.size)
      : try sortedEntries(of: query, workspace.id, names)
    let problem =
      found == nil
      ? Words.Lists.tooManyToSort(by: order.column.label, most: SortedWhole.limit) : query.problem
    let clock = Zone.pageClock(workspace.timeZone, now: now)
    let path = Shell.Section.audit.path(workspace.slug)
    let head = ListHead(
      AuditLine.listing, web.shell(.audit, asked.visitor), at: path, query.asked,
      .rows(found?.shown.count ?? 0, next: found?.next),
      options: [
        "actor": try store.audit.auditActors(of: workspace.id).map { ($0, names.actor($0)) },
        "action": try store.audit.auditGroups(of: workspace.id).map { ($0, AuditWords.group($0)) },
      ],
      columns: ListColumns(
        all: AuditPageFilter.Sort.allCases.dropFirst().map { ListColumn($0.rawValue, $0.label) },
        usual: AuditPageFilter.pageSize, shape: query.asked.shape),
      error: problem, covered: query.filter.map { $0.from..<$0.to }, clock: clock)
    let rows = (found?.shown ?? []).map {
      AuditRow(AuditLine(entry: $0, names: names), query.asked, path: path, clock: clock)
    }
    let columns = query.asked.heads(
      AuditPageFilter.Sort.allCases.map { ($0.label, $0) }, by: \.order,
      falling: AuditPageFilter.Sort.falling, numbers: [.entry], at: path)
    let page = AuditPage(
      head: head, holds: PagePath.holds(workspace.slug), rows: Rows(rows), columns: columns)
    return web.html(pages.render(page), status: problem.utf8.isEmpty ? .ok : .badRequest)
  }

  /// `GET /w/{ws}/audit.json`, the newest first.
  @Sendable func auditJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let query = try query(asked, store.clock())
    guard let filter = query.filter else { throw .invalid(query.problem) }
    let found = try entries(of: query, workspace.id, limit: 1_000)
    let names = try AuditNames(store, workspace.id)
    let lines = found.shown.map { AuditLine(entry: $0, names: names) }
    return try web.exports.named(
      AuditLine.listing.json(lines, next: found.next), "audit", asked.visitor,
      in: TimeSpan(from: filter.from, to: filter.to))
  }

  /// `GET /w/{ws}/audit.csv` and `GET /w/{ws}/reports/audit.csv`: the screen's filter, streamed, itself audited.
  @Sendable func auditCSV(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let query = try query(asked, store.clock())
    guard let filter = query.filter else { throw .invalid(query.problem) }
    let names = try AuditNames(store, workspace.id)
    var cursor: Int64?
    return try web.exports.csv(
      "audit", AuditLine.table, asked.visitor, filter: query.words,
      in: TimeSpan(from: filter.from, to: filter.to)
    ) { [store] in
      let page = try store.audit.entries(
        of: workspace.id, filter, behind: cursor, limit: CSVWriter.rowsAtOnce)
      cursor = page.last?.number ?? cursor
      return (page.map { AuditLine(entry: $0, names: names) }, page.count < CSVWriter.rowsAtOnce)
    }
  }

  private func query(_ asked: ConsoleRequest, _ now: Timestamp) throws(StoreError) -> AuditQuery {
    let workspace = asked.visitor.workspace
    return try AuditQuery(asked.request, workspace, now: now) { () throws(StoreError) in
      try store.fleet.roster(of: workspace.id).map(\.responder)
    }
  }

  /// One page and where the next begins.
  private func entries(
    of query: AuditQuery, _ workspace: Workspace.ID, isOldestFirst: Bool = false, limit: Int
  ) throws(StoreError) -> (shown: [AuditEntry], next: String?) {
    guard let filter = query.filter else { return ([], nil) }
    let found = try store.audit.entries(
      of: workspace, filter, isOldestFirst: isOldestFirst, behind: query.cursor, limit: limit + 1)
    let shown = Array(found.prefix(limit))
    return (shown, found.count > limit ? shown.last.map { String($0.number) } : nil)
  }

  /// One page in an order other than that of time; `nil` when too many match.
  private func sortedEntries(
    of query: AuditQuery, _ workspace: Workspace.ID, _ names: AuditNames
  ) throws(StoreError) -> (shown: [AuditEntry], next: String?)? {
    guard let filter = query.filter else { return ([], nil) }
    let asked = query.asked
    var (page, last) = (
      SortedPage<AuditEntry>(from: query.cursor, size: asked.size), Int64?.none
    )
    let fits = try page.fill(isFalling: asked.isFalling, by: { asked.sortKey(of: $0, names) }) {
      () throws(StoreError) in
      let piece = try store.audit.entries(of: workspace, filter, behind: last, limit: SortedWhole.piece)
      last = piece.last?.number
      return piece
    }
    return fits ? (page.rows, page.next) : nil
  }
}
