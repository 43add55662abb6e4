import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension LivenessWeb {
  /// `GET /w/{ws}/board`; with `fragment=1` the part that an open page polls; with `at` for a past moment.
  @Sendable func board(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let filter = BoardFilter(asked.request.query.pairs)
    guard filter.at.utf8.isEmpty else { return try pastBoard(asked, filter) }
    let poll = BoardPoll(self, asked, filter)
    if let same = poll.unchanged() { return same }
    let view = try boardView(asked, filter)
    let clock = Zone.pageClock(workspace.timeZone, now: view.now)
    let notices = try web.alertNotices(asked.visitor, clock).map(\.notice)
    var facts = boardFacts(asked.visitor, view, of: shown(view, filter), clock)
    let canBeSent = try store.dispatch.canBeSent(in: workspace.id, at: view.now).count
    facts.add("\(filter.query.link("")) \(canBeSent)")
    for notice in notices { facts.add(notice.level + notice.title + notice.detail + notice.href) }
    poll.hold(facts, view, hasNotices: !notices.isEmpty)
    return try web.live.polled(of: facts, asked.request, version: \BoardPage.version) {
      () throws(StoreError) in
      var page = try boardPage(view, filter, notices, canBeSent: canBeSent, asked.visitor, clock)
      // An open page keeps the one it has.
      if asked.request.query["fragment"] == nil { page.checklist = try ChecklistWeb(web: web).part(asked) }
      return page
    }
  }

  /// The facts of a board's version: the reader, the people shown, and the minute, the finest step in which
  /// the past is drawn.
  func boardFacts(
    _ visitor: Visitor, _ view: BoardView, of shown: some Sequence<BoardView.Item>, _ clock: PageClock
  ) -> ContentHash {
    var facts = ContentHash()
    facts.add(visitor)
    for text in [
      "\(view.now.milliseconds / 60_000)", "\(store.liveness.observingSince.milliseconds)",
      "\(view.items.count)",
      "\(view.regions)", "\(view.profiles)",
    ] { facts.add(text) }
    for status in Status.allCases { facts.add("\(view.counts[status])") }
    for cause in Cause.allCases { facts.add("\(view.causes[cause] ?? 0)") }
    for item in shown { item.add(to: &facts, at: clock.now) }
    return facts
  }

  private func shown(_ view: BoardView, _ filter: BoardFilter) -> Slice<BoardView.Items> {
    let first = min((filter.page - 1) * filter.size, view.items.count)
    return view.items[first...].prefix(filter.size)
  }

  /// `GET /w/{ws}/board.json`: complete, with the page's filter.
  @Sendable func boardJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let filter = BoardFilter(asked.request.query.pairs)
    let view = try boardView(asked, filter)
    // Nobody can be sent in the past.
    let canBeSent: Int? =
      filter.at.utf8.isEmpty
      ? try store.dispatch.canBeSent(in: asked.visitor.workspace.id, at: view.now).count : nil
    var writer = JSONWriter(reserving: view.items.count * 400 + 1_024)
    writer.object { root in
      root.member("at", view.now)
      root.object("counts") { counts in
        for status in Status.allCases { counts.member(status.rawValue, view.counts[status]) }
      }
      root.array("responders") { list in
        if filter.at.utf8.isEmpty {
          web.polls.boardLines.write(
            view.items, at: view.now, of: asked.visitor.workspace.id,
            isWhole: view.items.count == view.counts.total, to: &list)
        } else {
          for item in view.items { BoardLine.table.write(BoardLine(item: item, now: view.now), to: &list) }
        }
      }
      root.member("can_be_sent", canBeSent)
    }
    return try web.exports.named(.json(writer.bytes), "board", asked.visitor, at: view.now)
  }

  /// `GET /w/{ws}`
  @Sendable func workspaceHome(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    .redirect(to: AccountWeb.startPage(asked.visitor.workspace, asked.visitor.role))
  }

  /// The board for the filter; the look is recorded.
  func boardView(_ asked: ConsoleRequest, _ filter: BoardFilter) throws(StoreError) -> BoardView {
    guard filter.at.utf8.isEmpty else { return try pastView(asked, filter) }
    let workspace = asked.visitor.workspace
    recordLook(asked.visitor)
    let profiles = try store.fleet.profiles(slug: workspace.slug)
    let entries = store.liveness.board(of: workspace.id)
    // One instant for all, read after the rows: no row is newer than the instant shown.
    let now = store.clock()
    let judgedAt = store.liveness.vouched(at: now)
    return BoardView(
      entries, profiles: profiles, filter: filter, now: now, judgedAt: judgedAt,
      causes: try store.liveness.openCauses(of: entries, at: judgedAt),
      searchesNumbers: asked.visitor.role.allows(.viewContacts))
  }

  /// Records that a member looks at everybody.
  func recordLook(_ visitor: Visitor) {
    web.members.recordView(visitor, page: "board", subject: "everybody")
  }

  func boardPage(
    _ view: BoardView, _ filter: BoardFilter, _ notices: [Notice], canBeSent: Int? = nil, _ visitor: Visitor,
    _ clock: PageClock
  ) throws(StoreError) -> BoardPage {
    let shown = shown(view, filter)
    let strips = try strips(of: shown.map(\.entry), clock)
    let hasNumbers = web.door.mayShowNumbers("board", to: visitor)
    // No duty can be switched in the past.
    let turns = canBeSent != nil && visitor.role.allows(.setDuty)
    let content = BoardPage.Content(
      filter: filter, notices: notices, regions: view.regions, profiles: view.profiles, counts: view.counts,
      canBeSent: canBeSent, causes: view.causes,
      rows: shown.map {
        Self.row($0, strips[$0.entry.id], visitor, hasNumbers: hasNumbers, turns: turns, clock)
      },
      matching: view.items.count,
      asOf: view.now, csv: filter.query.link("\(Shell.Section.board.path(visitor.workspace.slug)).csv"),
      past: Self.pastBoard(at: view.now.advanced(by: -3_600_000).ceiling(to: 60_000), filter, visitor),
      turns: turns)
    return BoardPage(
      content, shell: web.shell(.board, visitor), slug: visitor.workspace.slug, clock: clock)
  }

  /// The previous two hours of the people shown.
  private func strips(
    of entries: [BoardEntry], _ clock: PageClock
  ) throws(StoreError) -> [Responder.ID: ReachStrip] {
    let span = TimeSpan(from: clock.now.advanced(by: -7_200_000), to: clock.now)
    // A brief restart would be drawn as a whole minute.
    let absences = try store.liveness.absences(in: span).filter { $0.length >= 5_000 }
    return try store.liveness.strips(of: entries, in: span).mapValues { facts in
      let lane = Lanes.reachable(
        in: span, watched: facts.watched, quiet: facts.quiet, absences: absences, now: clock.now)
      return ReachStrip(lane.map { ReachSpan($0) }, clock: clock)
    }
  }

  private static func row(
    _ item: BoardView.Item, _ strip: ReachStrip?, _ visitor: Visitor, hasNumbers: Bool, turns: Bool,
    _ clock: PageClock
  ) -> BoardRow {
    var row = BoardRow(item, strip: strip, clock: clock)
    row.call = hasNumbers ? CallLink(item.entry.person) : nil
    if turns {
      row.turn = DutyTurn(
        of: row.name, item.live.duty, hasIncident: item.entry.errand(at: clock.now)?.isAssigned == true,
        path: PagePath.duty(visitor.workspace.slug, item.entry.id))
    }
    if visitor.role.allows(.viewHistory) {
      row.href = PagePath.person(visitor.workspace.slug, item.entry.id)
    }
    row.assignmentHref = item.entry.errand(at: clock.now).map { IncidentWeb.path(of: $0, visitor) } ?? ""
    if let mark = restMark(of: item, clock) { row.flags.append(mark) }
    return row
  }

  /// The mark of a person who has not moved, while their green rests on that alone.
  private static func restMark(of item: BoardView.Item, _ clock: PageClock) -> FlagMark? {
    guard item.live.status == .online, let since = item.entry.fixAt, let confirmed = item.entry.confirmedAt
    else { return nil }
    return FlagMark(atRestSince: since, confirmed: confirmed, clock: clock)
  }
}
