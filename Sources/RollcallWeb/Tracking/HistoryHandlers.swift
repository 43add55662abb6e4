import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension HistoryWeb {
  /// `GET /w/{ws}/history`
  @Sendable func history(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let now = store.clock()
    let query = HistoryQuery(asked.request, workspace, now: now)
    let names = try store.fleet.names(of: workspace.id)
    let order = query.asked.order
    let pings =
      order.column == .taken
      ? try page(of: query, workspace, isNewestFirst: !order.isReversed, limit: query.asked.size)
      : try sortedPage(of: query, workspace, names)
    let problem =
      pings == nil
      ? Words.Lists.tooManyToSort(by: order.column.label, most: SortedWhole.limit) : query.problem
    recordView(asked, query)
    let clock = Zone.pageClock(workspace.timeZone, now: now)
    let limit = RetentionLimits(days: workspace.retentionDays, now: now).reports
    let rows = (pings?.shown ?? []).map { row($0, names, query, workspace.slug, keptFrom: limit, clock) }
    let purged = try purgedNotice(query.filter, workspace, keptFrom: limit, clock)
    let page = HistoryPage(
      shell: web.shell(.history, asked.visitor), slug: workspace.slug, filter: query.asked,
      responders: names.map { (id: $0.key.rawValue, name: $0.value) }.sorted {
        ($0.name, $0.id) < ($1.name, $1.id)
      },
      error: problem, covered: query.filter.map { $0.from..<$0.to }, rows: rows,
      nextCursor: pings?.next, retentionDays: workspace.retentionDays,
      mayExport: asked.visitor.role.allows(.exportHistory),
      mayHold: asked.visitor.role.allows(.viewAudit), purged: purged, clock: clock)
    return web.html(pages.render(page), status: problem.utf8.isEmpty ? .ok : .badRequest)
  }

  /// `GET /w/{ws}/history.json`, the oldest first.
  @Sendable func historyJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let query = HistoryQuery(asked.request, workspace, now: store.clock())
    guard let filter = query.filter else { throw .invalid(query.problem) }
    let pings = try page(of: query, workspace, limit: 1_000)
    let names = try store.fleet.names(of: workspace.id)
    recordView(asked, query)
    var writer = JSONWriter(reserving: 65_536)
    writer.object { root in
      let rows = pings.shown.map { PositionRow(position: $0, name: names[$0.responder] ?? "") }
      root.array("pings", rows, of: PositionRow.table)
      root.member("next_cursor", pings.next)
      root.member("purged_before", query.filter.flatMap { web.retention.purgedBefore($0.from, workspace) })
    }
    return try web.exports.named(
      .json(writer.bytes), "history", asked.visitor, in: TimeSpan(from: filter.from, to: filter.to))
  }

  /// `GET /w/{ws}/history.csv`: the screen's filter, streamed, audited with its hash.
  @Sendable func historyCSV(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let query = HistoryQuery(asked.request, workspace, now: store.clock())
    guard let filter = query.filter else { throw .invalid(query.problem) }
    let names = try store.fleet.names(of: workspace.id)
    var cursor: HistoryCursor?
    let file = try web.exports.csv(
      "history", PositionRow.table, asked.visitor, filter: query.words,
      in: TimeSpan(from: filter.from, to: filter.to)
    ) { [store] in
      let page = try store.tracking.history(
        of: workspace, filter, after: cursor, limit: CSVWriter.positionsAtOnce)
      if let last = page.last { cursor = HistoryCursor(effective: last.effective, id: last.id) }
      let rows = page.map { PositionRow(position: $0, name: names[$0.responder] ?? "") }
      return (rows, page.count < CSVWriter.positionsAtOnce)
    }
    return file.sayingPurged(before: web.retention.purgedBefore(filter.from, workspace))
  }

  /// The purged part of a filter's span.
  private func purgedNotice(
    _ filter: PingFilter?, _ workspace: Workspace, keptFrom limit: Timestamp, _ clock: PageClock
  ) throws(StoreError) -> PurgedNotice? {
    guard let filter else { return nil }
    var person: PurgedTime?
    if let id = filter.responder {
      person = try store.retention.purgedTime(
        of: id, in: workspace, TimeSpan(from: filter.from, to: filter.to))
    }
    return PurgedNotice(from: filter.from, before: limit, person: person, clock: clock)
  }

  /// One page and the cursor of the next.
  private func page(
    of query: HistoryQuery, _ workspace: Workspace, isNewestFirst: Bool = false, limit: Int
  ) throws(StoreError) -> (shown: [HistoryPing], next: String?) {
    guard let filter = query.filter else { return ([], nil) }
    let found = try store.tracking.history(
      of: workspace, filter, isNewestFirst: isNewestFirst, after: query.cursor, limit: limit + 1)
    let shown = Array(found.prefix(limit))
    guard found.count > limit, let last = shown.last else { return (shown, nil) }
    return (shown, HistoryQuery.text(HistoryCursor(effective: last.effective, id: last.id)))
  }

  /// One page in an order other than that of time; `nil` when too many match.
  private func sortedPage(
    of query: HistoryQuery, _ workspace: Workspace, _ names: [Responder.ID: String]
  ) throws(StoreError) -> (shown: [HistoryPing], next: String?)? {
    guard let filter = query.filter else { return ([], nil) }
    let asked = query.asked
    var (page, cursor) = (
      SortedPage<HistoryPing>(from: query.offset, size: asked.size), HistoryCursor?.none
    )
    let fits = try page.fill(isFalling: asked.isFalling, by: { asked.sortKey(of: $0, names) }) {
      () throws(StoreError) in
      let piece = try store.tracking.history(
        of: workspace, filter, isNewestFirst: true, after: cursor, limit: SortedWhole.piece)
      cursor = piece.last.map { HistoryCursor(effective: $0.effective, id: $0.id) }
      return piece
    }
    return fits ? (page.rows, page.next) : nil
  }

  private func row(
    _ ping: HistoryPing, _ names: [Responder.ID: String], _ query: HistoryQuery, _ slug: String,
    keptFrom: Timestamp, _ clock: PageClock
  ) -> HistoryRow {
    var filter = query.asked.first
    filter.responder = ping.responder.rawValue
    return HistoryRow(
      id: ping.id, ping: ping.ping, takenAt: ping.effective,
      timeNote: ping.timeSource == .phone ? "" : ping.timeSource.word, receivedAt: ping.receivedAt,
      flags: ping.flags, isHeld: ping.effective < keptFrom, responder: names[ping.responder] ?? "",
      responderHref: filter.query.link(Shell.Section.history.path(slug)), clock: clock)
  }

  private func recordView(_ asked: ConsoleRequest, _ query: HistoryQuery) {
    let subject = query.asked.responder.map { "responder \($0)" } ?? "everybody"
    web.members.recordView(asked.visitor, page: "history", subject: subject)
  }
}
