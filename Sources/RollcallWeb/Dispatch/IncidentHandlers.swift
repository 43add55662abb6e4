import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension IncidentWeb {
  /// `GET /w/{ws}/incidents`; with `fragment=1` the part that an open page polls.
  @Sendable func incidents(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let filter = IncidentFilter(asked.request.query.pairs)
    let ends = filter.ends(in: workspace)
    let isRight = ends.problems.isEmpty
    try store.dispatch.dispatchDue()
    var found = try store.dispatch.incidents(
      of: workspace.id, state: filter.state, from: ends.first, until: ends.last, order: filter.order.column,
      isReversed: filter.order.isReversed, offset: (filter.page - 1) * filter.size,
      limit: isRight ? filter.size : 0)
    if !isRight { found.matching = 0 }
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    // Files of a time without an end reach to now.
    let minute = ends.isSpan && ends.last == nil ? "\(clock.now.milliseconds / 60_000)" : ""
    let version = Self.version(of: found, filter, asked.visitor) + "." + minute
    var response = try web.live.polled(version: version, asked.request) { () throws(StoreError) in
      IncidentsPage(
        found, filter: filter, problem: ends.problems.joined(separator: " "),
        numbers: try numbers(filter, asked, clock),
        files: web.exports.incidentFiles(in: ends, asked.visitor, now: clock.now),
        shell: web.shell(.incidents, asked.visitor), slug: workspace.slug,
        mayManage: asked.visitor.role.allows(.manageIncidents), person: { path(of: $0, asked.visitor) },
        clock: clock)
    }
    // A poll goes on saying what is wrong; an error would say that the list is not up to date.
    if !isRight, asked.request.query["fragment"] == nil { response.status = .badRequest }
    return response
  }

  /// `GET /w/{ws}/incidents.json`: complete, with the page's filter.
  @Sendable func incidentsJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let filter = IncidentFilter(asked.request.query.pairs)
    let ends = filter.ends(in: asked.visitor.workspace)
    guard ends.problems.isEmpty else { throw .invalid(ends.problems.joined(separator: " ")) }
    try store.dispatch.dispatchDue()
    let found = try store.dispatch.incidents(
      of: asked.visitor.workspace.id, state: filter.state, from: ends.first, until: ends.last,
      limit: Self.wholeList)
    var writer = JSONWriter(reserving: found.incidents.count * 500 + 256)
    writer.object { root in
      root.member("at", store.clock())
      root.object("counts") { counts in
        for state in Incident.State.allCases { counts.member(state.rawValue, found.counts[state] ?? 0) }
      }
      root.array("incidents") { list in
        for summary in found.incidents { list.object { $0.incident(summary) } }
      }
    }
    return try web.exports.named(.json(writer.bytes), "incidents", asked.visitor, ends)
  }

  /// More than the incidents of a workspace in its 400 days.
  private static let wholeList = 1_000_000

  /// `GET /w/{ws}/incidents/{id}`; with `fragment=1` the part that an open page polls.
  @Sendable func incident(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try store.dispatch.dispatchDue()
    let file = try incidentFile(asked)
    let asking = file.offers.filter(\.offer.state.isOpen).map(\.offer.responder)
    let people = (file.assignments.map(\.responder) + asking).compactMap { entry(of: $0, asked.visitor) }
      .map { entry in
        "\(entry.version)\(entry.live.settled(at: store.liveness.vouchedUntil).status.rawValue)"
      }
    let log = "\(file.log.count).\(file.log.first?.id ?? 0)"
    let version =
      "\(log).\(people.joined(separator: "-")).\(file.dispatch.version).\(numbers(asked.visitor)).\(asked.visitor.csrf ?? "")"
    return try web.live.polled(version: version, asked.request) { () throws(StoreError) in
      try incidentPage(file, asked)
    }
  }

  /// `GET /w/{ws}/incidents/{id}.json`
  @Sendable func incidentJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try store.dispatch.dispatchDue()
    var writer = JSONWriter()
    let file = try incidentFile(asked)
    writer.incident(file, helperPeople(file, asked.visitor))
    return .json(writer.bytes)
  }

  /// The incident of the path, as far as the reader may know it.
  func incidentFile(_ asked: ConsoleRequest) throws(StoreError) -> IncidentFile {
    guard let id = asked.request.pathID else { throw .notFound("incident") }
    let file = try store.dispatch.incident(Incident.ID(id), in: asked.visitor.workspace.id)
    return asked.visitor.role.allows(.viewLiveMap) ? file : file.withoutPresentPlaces
  }

  /// The people who can be asked to go to an incident that is not open yet.
  func ranking(
    for place: Position, _ kind: Incident.Kind, _ needs: Needs, _ visitor: Visitor, _ clock: PageClock
  ) throws(StoreError) -> CandidateList {
    let candidates = try store.dispatch.candidates(
      for: place, kind: kind, needs: needs, in: visitor.workspace.id, at: store.liveness.vouchedUntil)
    return try list(candidates, visitor, clock)
  }

  /// The people who can be asked to go to an incident.
  func ranking(
    for incident: Incident.ID, _ visitor: Visitor, _ clock: PageClock
  ) throws(StoreError) -> CandidateList {
    let candidates = try store.dispatch.candidates(
      for: incident, in: visitor.workspace.id, at: store.liveness.vouchedUntil)
    return try list(candidates, visitor, clock)
  }

  /// `GET /w/{ws}/incidents/{id}/candidates.json`: the people who can be asked, the first to ask first, and
  /// the others with reasons.
  @Sendable func candidatesJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let incident = try incidentFile(asked).summary.incident.id
    let now = store.liveness.vouchedUntil
    let candidates = try store.dispatch.candidates(for: incident, in: asked.visitor.workspace.id, at: now)
    web.members.recordView(asked.visitor, page: "candidates", subject: "everybody")
    var writer = JSONWriter()
    writer.candidates(candidates, at: now)
    return .json(writer.bytes)
  }

  /// It shows where people are, so it counts as a look at all of them.
  private func list(
    _ candidates: Candidates, _ visitor: Visitor, _ clock: PageClock
  ) throws(StoreError) -> CandidateList {
    web.members.recordView(visitor, page: "candidates", subject: "everybody")
    let list = CandidateList(
      candidates, confirmedFalse: try store.tracking.confirmedFalse(of: visitor.workspace),
      hasNumber: { id in
        visitor.role.allows(.viewContacts)
          && store.liveness.boardEntry(of: id, in: visitor.workspace.id)?.person.phone != nil
      }, href: { path(of: $0, visitor) }, clock: clock)
    let listed = (list.rows + list.leftOut + list.callList).compactMap { Int64($0.id).map(Responder.ID.init) }
    let calls = calls(to: Set(listed), visitor)
    return list.calling { id in Int64(id).flatMap { calls[Responder.ID($0)] } }
  }

  /// The numbers of people, for readers who may see them; that they were shown is in the audit.
  func calls(to people: Set<Responder.ID>, _ visitor: Visitor) -> [Responder.ID: CallLink] {
    guard visitor.role.allows(.viewContacts) else { return [:] }
    var found: [Responder.ID: CallLink] = [:]
    for id in people {
      let entry = store.liveness.boardEntry(of: id, in: visitor.workspace.id)
      found[id] = entry.flatMap { CallLink($0.person) }
    }
    guard !found.isEmpty, web.door.mayShowNumbers("incident", to: visitor) else { return [:] }
    return found
  }

  /// Which edition of the numbers a reader sees, who may see any; else 0.
  func numbers(_ visitor: Visitor) -> Int {
    guard visitor.role.allows(.viewContacts) else { return 0 }
    var facts = ContentHash()
    let known = store.liveness.board(of: visitor.workspace.id).compactMap { entry in
      entry.person.phone.map { (entry.id, $0) }
    }
    for (id, phone) in known.sorted(by: { $0.0 < $1.0 }) { facts.add("\(id.rawValue) \(phone)") }
    return web.polls.edition(ofNumbers: facts, in: visitor.workspace.id)
  }

  /// The page of a responder; empty when the reader may not open it.
  func path(of id: Responder.ID, _ visitor: Visitor) -> String {
    visitor.role.allows(.viewHistory) ? PagePath.person(visitor.workspace.slug, id) : ""
  }

  /// The version of the list itself, independent of passing time.
  private static func version(of list: IncidentList, _ filter: IncidentFilter, _ visitor: Visitor) -> String {
    let rows = list.incidents.map { summary in
      "\(summary.incident.id.rawValue)\(summary.incident.state.rawValue)"
        + summary.holders.map { "\($0.offer.id.rawValue)\($0.offer.state.rawValue)" }.joined()
    }
    let counts = Incident.State.allCases.map { "\(list.counts[$0] ?? 0)" }
    return ([visitor.csrf ?? "", filter.query.link("")] + counts + rows).joined(separator: ".")
  }
}
