import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

/// What is changed of events, by forms and by programs.
struct EventChangeWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let form = Route.BodyRule.form(limit: 16_384)
    let json = Route.BodyRule.any(limit: Web.bodyLimit)
    return [
      door.console(.post, "/w/{ws}/events/{slug}/edit", .manageResponders, body: form, save),
      door.console(.post, "/w/{ws}/events/{slug}/end", .manageResponders, body: form, end),
      door.console(.get, "/w/{ws}/events.json", .viewHistory, list),
      door.console(.post, "/w/{ws}/events.json", .manageResponders, body: json, addByProgram),
      door.console(.post, "/w/{ws}/events/{slug}/edit.json", .manageResponders, body: json, editByProgram),
      door.console(.post, "/w/{ws}/events/{slug}/end.json", .manageResponders, body: json, endByProgram),
    ]
  }

  /// `POST /w/{ws}/events/{slug}/edit`
  @Sendable func save(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let workspace = asked.visitor.workspace
    let slug = try event(asked).slug
    var typed = EventForm(TypedSpan.plain(form.pairs) ?? form.pairs)
    typed.slug = slug
    let (wanted, problems) = typed.read(Zone(workspace.timeZone).instant)
    guard let wanted else { return try web.events.eventAgain(asked, typed, problems) }
    do throws(StoreError) {
      try store.events.changeEvent(slug, in: asked.visitor.scope) { $0 = wanted }
    } catch {
      guard case .invalid(let text) = error else { throw error }
      return try web.events.eventAgain(asked, typed, [FieldProblem("name", text)])
    }
    return .redirect(to: EventPage.path(workspace.slug, slug))
  }

  /// `POST /w/{ws}/events/{slug}/end`
  @Sendable func end(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard web.fleet.trustedForm(asked) != nil else { return web.fleet.refuseForm(asked) }
    let slug = try event(asked).slug
    try store.events.endEvent(slug, in: asked.visitor.scope)
    return .redirect(to: EventPage.path(asked.visitor.workspace.slug, slug))
  }

  /// `GET /w/{ws}/events.json`: the newest first, with the page's filter.
  @Sendable func list(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let ends = EventFilter(asked.request.query.pairs).ends(in: workspace)
    guard ends.problems.isEmpty else { throw .invalid(ends.problems.joined(separator: " ")) }
    let events = try store.events.all(of: workspace.id, from: ends.first, until: ends.last)
    var writer = JSONWriter(reserving: events.count * 160 + 32)
    writer.object { root in
      root.array("events") { list in
        for event in events {
          list.object { one in
            one.members(event.event)
            one.member("participants", event.participants)
          }
        }
      }
    }
    return try web.exports.named(.json(writer.bytes), "events", asked.visitor, ends)
  }

  /// `POST /w/{ws}/events.json`
  @Sendable func addByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      let request = try read(asked, isNew: true)
      var new = NewEvent(slug: request.slug ?? "", name: "")
      try change(request, asked)(&new)
      let event = try Programs.stored { () throws(StoreError) in
        try store.events.addEvent(new, in: asked.visitor.scope)
      }
      return told(event, status: .created)
    }
  }

  /// `POST /w/{ws}/events/{slug}/edit.json`: what is not named stays.
  @Sendable func editByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      let request = try read(asked, isNew: false)
      let old = try Programs.stored { () throws(StoreError) in try event(asked) }
      if request.slug.map({ $0 != old.slug }) ?? false {
        throw .field("slug", Words.Events.slugStays, rule: "format")
      }
      let change = try change(request, asked)
      let changed = try Programs.stored { () throws(StoreError) in
        try store.events.changeEvent(old.slug, in: asked.visitor.scope, change)
      }
      return told(changed)
    }
  }

  /// `POST /w/{ws}/events/{slug}/end.json`
  @Sendable func endByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      try Programs.requireJSON(asked.request)
      let ended = try Programs.stored { () throws(StoreError) in
        try store.events.endEvent(event(asked).slug, in: asked.visitor.scope)
      }
      return told(ended)
    }
  }

  /// The event of the path. Blocks.
  private func event(_ asked: ConsoleRequest) throws(StoreError) -> Event {
    try store.events.participants(
      of: asked.request.parameters["slug"] ?? "", in: asked.visitor.workspace.id
    ).event
  }

  private func read(_ asked: ConsoleRequest, isNew: Bool) throws(ProgramRefusal) -> EventRequest {
    try Programs.requireJSON(asked.request)
    return try Programs.read { () throws(WireError) in
      try EventRequest.decode(bytes: asked.request.body, isNew: isNew)
    }
  }

  /// What a request changes of an event: times are by the workspace's clocks, and an empty one is taken away.
  private func change(
    _ request: EventRequest, _ asked: ConsoleRequest
  ) throws(ProgramRefusal) -> (inout NewEvent) -> Void {
    let zone = Zone(asked.visitor.workspace.timeZone)
    func time(_ text: String?, _ field: String) throws(ProgramRefusal) -> Timestamp?? {
      guard let text else { return .none }
      guard !text.isEmpty else { return .some(nil) }
      guard let instant = zone.instant(text) else {
        throw .field(field, Words.Events.timeFormat, rule: "format")
      }
      return .some(instant)
    }
    let (from, to) = (try time(request.from, "from"), try time(request.to, "to"))
    return { event in
      if let name = request.name { event.name = name }
      if let from { event.from = from }
      if let to { event.to = to }
    }
  }

  private func told(_ event: Event, status: HTTPResponse.Status = .ok) -> Response {
    var writer = JSONWriter()
    writer.object { $0.members(event) }
    return .json(writer.bytes, status: status)
  }
}

extension JSONWriter {
  fileprivate mutating func members(_ event: Event) {
    member("id", event.id)
    member("slug", event.slug)
    member("name", event.name)
    member("from", event.from)
    member("to", event.to)
  }
}
