import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension Web {
  /// `GET /w/{ws}/incidents`; with `fragment=1` the part that an open page fetches again.
  @Sendable func incidents(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let filter = IncidentFilter(asked.request.query.pairs)
    try store.dispatchDue()
    let found = try store.incidents(
      of: workspace.id, state: filter.state, offset: (filter.page - 1) * IncidentFilter.pageSize,
      limit: IncidentFilter.pageSize)
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let page = IncidentsPage(
      shell: shell(.incidents, asked.visitor), slug: workspace.slug, filter: filter, counts: found.counts,
      rows: found.incidents.map { row($0, asked.visitor, clock) }, matching: found.matching,
      numbers: try numbers(filter, asked, clock), clock: clock)
    return polled(page, version: Self.version(of: found, filter, page.shell), asked.request)
  }

  /// `GET /w/{ws}/incidents.json`: complete, with the page's filter.
  @Sendable func incidentsJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let filter = IncidentFilter(asked.request.query.pairs)
    try store.dispatchDue()
    let found = try store.incidents(
      of: asked.visitor.workspace.id, state: filter.state, limit: Self.wholeList)
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
    return .json(writer.bytes)
  }

  /// More incidents than a workspace opens in its 400 days.
  private static let wholeList = 1_000_000

  /// `GET /w/{ws}/incidents/{id}`; with `fragment=1` the part that an open page fetches again.
  @Sendable func incident(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try store.dispatchDue()
    let file = try incidentFile(asked)
    let entry = assignee(file, asked.visitor)
    let page = try incidentPage(file, asked)
    let version = "\(file.log.count).\(file.log.first?.id ?? 0).\(entry?.version ?? 0).\(page.shell.csrf)"
    return polled(
      page, version: "\(version).\(entry?.live.settled(at: store.vouchedUntil).status.rawValue ?? "")",
      asked.request)
  }

  /// `GET /w/{ws}/incidents/{id}.json`
  @Sendable func incidentJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try store.dispatchDue()
    var writer = JSONWriter()
    writer.incident(try incidentFile(asked))
    return .json(writer.bytes)
  }

  /// The incident of the path.
  func incidentFile(_ asked: ConsoleRequest) throws(StoreError) -> IncidentFile {
    guard let id = Self.pathID(asked.request) else { throw .notFound("incident") }
    return try store.incident(Incident.ID(id), in: asked.visitor.workspace.id)
  }

  /// The page of an incident, with the ranking when somebody needs to be asked; a poll does not rank again.
  ///
  /// - Parameters:
  ///   - notice: what happened instead of what was asked for.
  ///   - note: a note that was refused, as typed.
  func incidentPage(
    _ file: IncidentFile, _ asked: ConsoleRequest, notice: ActionNotice? = nil, note: String = "",
    within: String = CandidateList.defaultWithin, problems: [FieldProblem] = []
  ) throws(StoreError) -> IncidentPage {
    let visitor = asked.visitor
    let clock = Zone.pageClock(visitor.workspace.timeZone, now: store.clock())
    let incident = file.summary.incident
    let needsSomebody = !incident.state.isClosed && file.assignment == nil
    var candidates: CandidateList?
    if needsSomebody, asked.request.query["fragment"] == nil {
      candidates = try ranking(for: incident.details.position, visitor, clock)
        .answering(within: within, problems)
    }
    var facts = IncidentFacts(incident, place: file.summary.place)
    facts.openedBy = Words.actor(incident.openedBy)
    return IncidentPage(
      shell: shell(.incidents, visitor, title: Words.incident(incident.id)), slug: visitor.workspace.slug,
      incident: facts, assignee: assigneePart(file, visitor, clock),
      openOffers: file.summary.holders.filter { $0.offer.state.isOpen }.map {
        OpenOffer($0.offer, name: $0.name, clock: clock)
      },
      offers: file.offers.map {
        OfferRow($0.offer, name: $0.name, href: path(of: $0.offer.responder, visitor), clock: clock)
      },
      log: file.log.map { LogRow($0, clock: clock) }, candidates: candidates, notice: notice, note: note,
      problems: problems, clock: clock)
  }

  /// Who can be asked to go to a place. It tells where people are, so it is a look at all of them.
  func ranking(
    for place: Position, _ visitor: Visitor, _ clock: PageClock
  ) throws(StoreError) -> CandidateList {
    let candidates = try store.candidates(for: place, in: visitor.workspace.id, at: store.vouchedUntil)
    noteLook(visitor, page: "candidates", subject: "everybody")
    return CandidateList(candidates, href: { path(of: $0, visitor) }, clock: clock)
  }

  /// The page of a responder; empty for those who may not look at it.
  private func path(of id: Responder.ID, _ visitor: Visitor) -> String {
    visitor.role.allows(.viewHistory) ? ResponderPage.path(visitor.workspace.slug, id) : ""
  }

  private func assignee(_ file: IncidentFile, _ visitor: Visitor) -> BoardEntry? {
    file.assignment.flatMap { store.boardEntry(of: $0.responder, in: visitor.workspace.id) }
  }

  private func assigneePart(_ file: IncidentFile, _ visitor: Visitor, _ clock: PageClock) -> Assignee? {
    guard let assignment = file.assignment, let entry = assignee(file, visitor) else { return nil }
    let live = entry.live.settled(at: store.vouchedUntil)
    return Assignee(
      name: entry.person.name, href: path(of: entry.id, visitor), status: live.status, since: live.since,
      acceptedAt: assignment.since,
      distance: file.offers.first { $0.offer.id == assignment.offer }?.offer.distance, clock: clock)
  }

  private func row(_ summary: IncidentSummary, _ visitor: Visitor, _ clock: PageClock) -> IncidentRow {
    let incident = summary.incident
    return IncidentRow(
      id: incident.id, slug: visitor.workspace.slug, kind: incident.details.kind,
      severity: incident.details.severity, state: incident.state, title: incident.details.title,
      place: summary.place, position: incident.details.position, region: incident.details.region,
      openedAt: incident.openedAt,
      holders: summary.holders.map { holder in
        let href = path(of: holder.offer.responder, visitor)
        return holder.offer.state.isOpen
          ? .offered(holder.name, href: href, expiresAt: holder.offer.expiresAt, clock: clock)
          : .assigned(holder.name, href: href)
      }, clock: clock)
  }

  /// What a list says, without the time that passes.
  private static func version(of list: IncidentList, _ filter: IncidentFilter, _ shell: Shell) -> String {
    let rows = list.incidents.map { summary in
      "\(summary.incident.id.rawValue)\(summary.incident.state.rawValue)"
        + summary.holders.map { "\($0.offer.id.rawValue)\($0.offer.state.rawValue)" }.joined()
    }
    let counts = Incident.State.allCases.map { "\(list.counts[$0] ?? 0)" }
    return ([shell.csrf, filter.query.link("")] + counts + rows).joined(separator: ".")
  }
}
