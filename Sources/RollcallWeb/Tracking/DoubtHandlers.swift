import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension DoubtWeb {
  /// A page of ticks, and a note.
  private static let doubtFormLimit = 65_536

  /// Suspicious positions, and decisions on them.
  var doubtRoutes: [Route] {
    [
      web.door.console(.get, "/w/{ws}/suspicious-positions", .reviewFlags, lane: .slow, doubts),
      web.door.console(.get, "/w/{ws}/suspicious-positions.json", .reviewFlags, lane: .slow, doubtsJSON),
      // The contract's name of the same.
      web.door.console(.get, "/w/{ws}/flags.json", .reviewFlags, lane: .slow, doubtsJSON),
      web.door.console(.get, "/w/{ws}/flags", .reviewFlags) { asked throws(StoreError) in
        .moved(to: Shell.Section.suspicious.path(asked.visitor.workspace.slug), asked.request)
      },
      web.door.console(
        .post, "/w/{ws}/suspicious-positions", .reviewFlags, lane: .slow,
        body: .form(limit: Self.doubtFormLimit),
        reviewDoubts),
    ]
  }

  /// `GET /w/{ws}/suspicious-positions`
  @Sendable func doubts(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let query = DoubtQuery(asked.request.query.pairs, asked.visitor.workspace, now: store.clock())
    return try doubtsPage(query, asked, changed: asked.request.query["changed"].flatMap { Int($0) })
  }

  /// `GET /w/{ws}/suspicious-positions.json`: the whole list, with the page's filter.
  @Sendable func doubtsJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let now = store.clock()
    let query = DoubtQuery(asked.request.query.pairs, workspace, now: now)
    guard query.problem.utf8.isEmpty else { throw .invalid(query.problem) }
    let lines = try doubtLines(query, workspace, Zone.pageClock(workspace.timeZone, now: now))
    let names = try store.fleet.names(of: workspace.id)
    recordView(asked.visitor, query)
    var writer = JSONWriter(reserving: lines.count * 300 + 64)
    writer.object { root in
      root.member("at", now)
      let rows = lines.map { (line: $0, name: names[$0.group.responder] ?? "") }
      root.array("doubts", rows, of: DoubtLine.table)
    }
    return try web.exports.named(
      .json(writer.bytes), "suspicious-positions", asked.visitor, in: query.span)
  }

  /// `POST /w/{ws}/suspicious-positions`: decides about the ticked rows, or about all rows that the filter matches.
  @Sendable func reviewDoubts(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let workspace = asked.visitor.workspace
    let now = store.clock()
    let query = DoubtQuery(form.pairs, workspace, now: now)
    let note = form["note"] ?? ""
    func again(_ problem: String) throws(StoreError) -> Response {
      try doubtsPage(query, asked, problem: problem, note: note)
    }
    guard query.problem.utf8.isEmpty else { return try again("") }
    guard let verdict = form["verdict"].flatMap(DoubtState.init(word:)) else {
      return try again(Words.Doubts.chooseDecision)
    }
    guard note.utf8.count <= TrackingStore.doubtNoteLimit else {
      return try again(Words.Doubts.noteTooLong(TrackingStore.doubtNoteLimit))
    }
    let picks = try picked(form, query, workspace, now)
    guard !picks.isEmpty else { return try again(Words.Doubts.nothingChosen) }
    // Two clicks must not decide about hundreds of positions unseen.
    guard form["all"] == nil || form["sure"] != nil else {
      return try doubtsPage(
        query, asked, note: note, sure: (verdict, seen: form["seen"].flatMap { Int64($0) } ?? 0))
    }
    let changed = try store.tracking.review(
      picks, as: verdict, only: query.state, note: note, in: asked.visitor.scope)
    var target = query.asked.query
    target.add("changed", "\(changed)")
    return .redirect(to: target.link(Shell.Section.suspicious.path(workspace.slug)))
  }

  /// The ticked rows. Of all rows, only those that existed when the page was made.
  private func picked(
    _ form: FormFields, _ query: DoubtQuery, _ workspace: Workspace, _ now: Timestamp
  ) throws(StoreError) -> [DoubtPick] {
    guard form["all"] != nil else {
      return form.pairs.filter { $0.name == "pick" }.compactMap { DoubtPick(text: $0.value) }
    }
    let seen = form["seen"].flatMap { Int64($0) } ?? 0
    let lines = try doubtLines(query, workspace, Zone.pageClock(workspace.timeZone, now: now))
    return lines.map { line in
      var pick = DoubtPick(line.group)
      pick.newestPing = min(pick.newestPing, seen)
      return pick
    }
  }

  private func doubtsPage(
    _ query: DoubtQuery, _ asked: ConsoleRequest, problem: String = "", note: String = "",
    changed: Int? = nil,
    sure: (verdict: DoubtState, seen: Int64)? = nil
  ) throws(StoreError) -> Response {
    let visitor = asked.visitor
    let workspace = visitor.workspace
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let names = try store.fleet.names(of: workspace.id)
    let isUnderstood = query.problem.utf8.isEmpty
    let lines = try doubtLines(query, workspace, clock)
    if isUnderstood { recordView(visitor, query) }
    // Decisions shorten the list: a page beyond the end becomes the last page.
    let size = query.asked.size
    let lastPage = (lines.count + size - 1) / size
    let filter = query.asked.with(\.page, min(query.asked.page, max(lastPage, 1)))
    let sorted = Self.sorted(lines, by: filter.order, query.state, names)
    var list = try self.list(sorted, filter, query.state, names, visitor, clock)
    // What came after the page on which everything was ticked is not decided about.
    if let sure { list.newestPing = min(list.newestPing, sure.seen) }
    let page = DoubtsPage(
      shell: web.shell(.suspicious, visitor), slug: workspace.slug, filter: filter,
      responders: names.map { (id: $0.key.rawValue, name: $0.value) }.sorted {
        ($0.name, $0.id) < ($1.name, $1.id)
      },
      error: isUnderstood ? problem : query.problem, note: note, changed: changed, sure: sure?.verdict,
      covered: isUnderstood ? query.span.from..<query.span.to : nil,
      list: list,
      mayExport: visitor.role.allows(.exportHistory), checksNetworks: web.addresses.isOn, clock: clock)
    return web.html(pages.render(page), status: isUnderstood && problem.utf8.isEmpty ? .ok : .badRequest)
  }

  /// The lines come by score; those that are equal in a column keep that order.
  private static func sorted(
    _ lines: [DoubtLine], by order: ListOrder<DoubtFilter.Sort>, _ state: DoubtState?,
    _ names: [Responder.ID: String]
  ) -> [DoubtLine] {
    lines.sorted(isFalling: DoubtFilter.Sort.falling.contains(order.column) != order.isReversed) { line in
      switch order.column {
      case .score: .number(line.score.points)
      case .day: .number(line.day.daysSince1970)
      case .name: .words(names[line.group.responder] ?? "")
      case .reason: .words(line.group.flag.names.first ?? "")
      case .positions: .number(line.group.count(state))
      case .state: .number(line.group.open)
      }
    }
  }

  /// One page of the lines, each with the text beside its numbers.
  private func list(
    _ lines: [DoubtLine], _ filter: DoubtFilter, _ state: DoubtState?, _ names: [Responder.ID: String],
    _ visitor: Visitor,
    _ clock: PageClock
  ) throws(StoreError) -> DoubtsPage.List {
    let reviewers = try AuditNames(store, visitor.workspace.id)
    let ground = TrackGround(web, visitor.workspace.slug)
    var list = DoubtsPage.List()
    list.matching = lines.count
    list.people = Set(lines.map(\.group.responder)).count
    list.positions = lines.reduce(0) { $0 + $1.group.count(state) }
    list.newestPing = lines.map(\.group.newestPing).max() ?? 0
    for line in lines.dropFirst((filter.page - 1) * filter.size).prefix(filter.size) {
      let detail = try store.tracking.detail(of: line.group, in: visitor.workspace.id)
      list.rows.append(
        DoubtRow(
          line, detail, name: names[line.group.responder] ?? "",
          reviewer: detail.review.map { reviewers.actor($0.by) } ?? "",
          around: list.rows.count < Self.sketches ? try around(line.group, visitor.workspace) : [],
          on: ground, slug: visitor.workspace.slug, clock: clock))
    }
    if list.rows.contains(where: { $0.sketch.map { !$0.ground.isEmpty } ?? false }) {
      list.attribution = ground?.attribution ?? ""
    }
    return list
  }

  /// How many rows have a picture, of how many positions, and how far around the doubts: 20 minutes.
  private static let sketches = 20
  private static let sketched = 120
  private static let around: Milliseconds = 1_200_000

  /// The positions around some doubts.
  private func around(
    _ group: DoubtGroup, _ workspace: Workspace
  ) throws(StoreError) -> [HistoryPing] {
    let filter = PingFilter(
      from: group.first.advanced(by: -Self.around), to: group.last.advanced(by: Self.around),
      responder: group.responder)
    return try store.tracking.history(of: workspace, filter, after: nil, limit: Self.sketched)
  }

  private func recordView(_ visitor: Visitor, _ query: DoubtQuery) {
    web.members.recordView(
      visitor, page: "flags", subject: query.asked.responder.map { "responder \($0)" } ?? "everybody")
  }
}

extension DoubtLine {
  /// The doubts for programs: one for each person, day and reason.
  static let table = Table<(line: DoubtLine, name: String)> {
    Column("responder_id") { $0.line.group.responder }
    Column("responder", "Who.") { $0.name }
    Column("day", "The local day.") { $0.line.day.isoDay }
    Column("flag", "The reason.") { $0.line.group.flag.names.first ?? "" }.oneOf(DoubtFlags.words.map(\.word))
    Column("score", "How suspicious their day is.") { $0.line.score.points }
    Column("from") { $0.line.group.first }
    Column("to", "The first and the last position.") { $0.line.group.last }
    Column("open") { $0.line.group.open }
    Column("confirmed") { $0.line.group.confirmed }
    Column("cleared", "How many positions, by what was decided.") { $0.line.group.cleared }
  }

  static let listing = Listing<DoubtFilter, (line: DoubtLine, name: String)>(
    name: "flags", title: Words.Doubts.title, about: "Suspicious positions by person, day and reason.",
    permission: .reviewFlags, member: "doubts", table: table, counted: ("reason", "reasons"),
    nothing: EmptyState(title: Words.Doubts.none, advice: Words.Doubts.noneAdvice),
    unmatched: EmptyState(title: Words.Doubts.noMatch, advice: Words.Lists.otherDays))
}
