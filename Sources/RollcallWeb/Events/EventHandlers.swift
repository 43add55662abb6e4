import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension EventWeb {
  /// `GET /w/{ws}/events`
  @Sendable func events(_ asked: ConsoleRequest) throws(StoreError) -> Response { try eventsPage(asked) }

  /// `POST /w/{ws}/events`
  @Sendable func addEvent(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let typed = EventForm(TypedSpan.plain(form.pairs) ?? form.pairs)
    let workspace = asked.visitor.workspace
    let (new, problems) = typed.read(Zone(workspace.timeZone).instant)
    guard let new else { return try eventsPage(asked, typed, problems: problems) }
    do throws(StoreError) {
      let event = try store.events.addEvent(new, in: asked.visitor.scope)
      return .redirect(to: EventPage.path(workspace.slug, event.slug))
    } catch {
      switch error {
      case .conflict(let text), .invalid(let text):
        return try eventsPage(asked, typed, problems: [FieldProblem("slug", text)])
      default: throw error
      }
    }
  }

  /// `GET /w/{ws}/events/{slug}`; with `fragment=1` the part that an open page polls.
  @Sendable func event(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let now = store.clock()
    var facts = web.live.facts(asked, at: now)
    let (event, people) = try participants(asked)
    web.members.recordView(asked.visitor, page: "event", subject: "event \(event.id.rawValue)")
    facts.add("\(event.hasBegun(at: now)) \(event.isOver(at: now))")
    for id in people {
      guard let entry = store.liveness.boardEntry(of: id, in: event.workspace) else { continue }
      web.live.add(entry, to: &facts, at: now)
    }
    return try web.live.polled(of: facts, asked.request, version: \EventPage.version) {
      () throws(StoreError) in
      try eventPage(asked)
    }
  }

  /// `POST /w/{ws}/events/{slug}/participants`
  @Sendable func addParticipants(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try changeParticipants(asked) { form, slug throws(StoreError) in
      if form["everybody"] == EventPage.everybody {
        try store.events.addParticipants(
          .profile(EventPage.profile), to: slug, in: asked.visitor.scope)
      } else {
        try store.events.addParticipants(
          .people([try person("who", form, asked)]), to: slug, in: asked.visitor.scope)
      }
    }
  }

  /// `POST /w/{ws}/events/{slug}/participants/remove`
  @Sendable func removeParticipant(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try changeParticipants(asked) { form, slug throws(StoreError) in
      try store.events.removeParticipants(
        [try person("leave", form, asked)], from: slug, in: asked.visitor.scope)
    }
  }

  private func changeParticipants(
    _ asked: ConsoleRequest, _ change: (FormFields, String) throws(StoreError) -> Void
  ) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    // An event of another workspace is not found, whatever the form says.
    let (event, _) = try participants(asked)
    try change(form, event.slug)
    return .redirect(to: EventPage.path(asked.visitor.workspace.slug, event.slug))
  }

  private func person(
    _ field: String, _ form: FormFields, _ asked: ConsoleRequest
  ) throws(StoreError) -> Responder.ID {
    let text = try form.person(field) { () throws(StoreError) in
      try store.fleet.roster(of: asked.visitor.workspace.id).map(\.responder)
    }
    guard let id = Int64(text) else { throw .invalid(Words.Lists.notOnePerson(text)) }
    return Responder.ID(id)
  }

  /// The event of the path.
  func eventFile(_ asked: ConsoleRequest) throws(StoreError) -> EventFile {
    try store.events.event(asked.request.parameters["slug"] ?? "", in: asked.visitor.workspace)
  }

  /// The same, with the participants only.
  func participants(
    _ asked: ConsoleRequest
  ) throws(StoreError) -> (event: Event, people: [Responder.ID]) {
    try store.events.participants(
      of: asked.request.parameters["slug"] ?? "", in: asked.visitor.workspace.id)
  }

  /// The page with a form that could not be saved.
  func eventAgain(
    _ asked: ConsoleRequest, _ form: EventForm, _ problems: [FieldProblem]
  ) throws(StoreError) -> Response {
    web.html(pages.render(try eventPage(asked, form, problems: problems)), status: .badRequest)
  }

  private func eventPage(
    _ asked: ConsoleRequest, _ form: EventForm? = nil, problems: [FieldProblem] = []
  ) throws(StoreError) -> EventPage {
    let visitor = asked.visitor
    let file = try eventFile(asked)
    let taking = Set(file.participants.map(\.id))
    let others = visitor.role.allows(.manageResponders) ? store.liveness.board(of: visitor.workspace.id) : []
    return EventPage(
      shell: web.shell(.events, visitor, title: file.event.name), slug: visitor.workspace.slug, file,
      tracks: try store.events.tracks(of: file),
      candidates: others.map(\.person).filter { !taking.contains($0.id) },
      mayManage: visitor.role.allows(.manageResponders), mayExport: visitor.role.allows(.exportHistory),
      form: form, problems: problems,
      clock: Zone.pageClock(visitor.workspace.timeZone, now: file.at))
  }

  private func eventsPage(
    _ asked: ConsoleRequest, _ form: EventForm = EventForm(), problems: [FieldProblem] = []
  ) throws(StoreError) -> Response {
    let visitor = asked.visitor
    let workspace = visitor.workspace
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let filter = EventFilter(asked.request.query.pairs)
    let ends = filter.ends(in: workspace)
    let isRight = ends.problems.isEmpty
    let found =
      isRight ? try store.events.all(of: workspace.id, from: ends.first, until: ends.last) : []
    let rows = found.map {
      EventListRow($0.event, participants: $0.participants, slug: workspace.slug, clock: clock)
    }
    let page = EventsPage(
      shell: web.shell(.events, visitor), slug: workspace.slug, filter: filter,
      error: ends.problems.joined(separator: " "), rows: rows,
      mayManage: visitor.role.allows(.manageResponders), form: form, problems: problems, clock: clock)
    return web.html(pages.render(page), status: problems.isEmpty && isRight ? .ok : .badRequest)
  }
}
