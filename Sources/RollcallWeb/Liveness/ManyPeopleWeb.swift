import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

/// Many people at once, by the form of their list and by programs.
struct ManyPeopleWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let form = Route.BodyRule.form(limit: 65_536)
    let json = Route.BodyRule.any(limit: Web.bodyLimit)
    return [
      door.console(.post, "/w/{ws}/responders/duty", .setDuty, body: form, switchDuty),
      door.console(.post, "/w/{ws}/responders/duty.json", .setDuty, body: json, switchByProgram),
      door.console(.post, "/w/{ws}/responders/change", .manageResponders, body: form, change),
      door.console(
        .post, "/w/{ws}/responders/change.json", .manageResponders, body: json, changeByProgram),
    ]
  }

  /// `POST /w/{ws}/responders/duty`: puts those selected on or off duty; who has an incident stays as they are.
  @Sendable func switchDuty(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    guard let isOn = ["on": true, "off": false][form["do"] ?? ""] else { return back(asked, form) }
    let people = try web.people.selected(form, asked)
    guard !people.isEmpty else { return back(asked, form, [("done", "nobody")]) }
    let done = try store.liveness.switchDuty(isOn ? .onDuty : .offDuty, of: people, in: asked.visitor.scope)
    return back(
      asked, form,
      [("done", isOn ? "on" : "off"), ("n", "\(done.switched.count)")]
        + done.busy.prefix(20).map { ("busy", "\($0.rawValue)") })
  }

  /// `POST /w/{ws}/responders/duty.json`: `{ids, state}`; says who stays as they are.
  @Sendable func switchByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      try Programs.requireJSON(asked.request)
      let request = try Programs.read { () throws(WireError) in
        try PeopleDutyRequest.decode(bytes: asked.request.body)
      }
      try require(request.people, asked)
      let done = try Programs.stored { () throws(StoreError) -> DutySwitched in
        try store.liveness.switchDuty(
          request.isOn ? .onDuty : .offDuty, of: request.people, in: asked.visitor.scope)
      }
      var writer = JSONWriter()
      writer.object { root in
        root.ids("ids", done.switched)
        root.ids("busy", done.busy)
        root.ids("inactive", done.inactive)
      }
      return .json(writer.bytes)
    }
  }

  /// `POST /w/{ws}/responders/change`: gives those selected a profile or a region, or makes them active or not.
  @Sendable func change(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let people = try web.people.selected(form, asked)
    guard !people.isEmpty else { return back(asked, form, [("done", "nobody")]) }
    let change: PeopleChangeRequest.Change
    switch form["do"] {
    case "profile":
      let profile = form["to_profile"] ?? ""
      guard
        try store.fleet.profiles(slug: asked.visitor.workspace.slug).contains(where: { $0.name == profile })
      else {
        return back(asked, form, [("done", "profile")])
      }
      change = .profile(profile)
    case "region":
      let region = form["to_region"] ?? ""
      change = .region(region.isEmpty ? nil : region)
    case "active": change = .active(true)
    case "inactive": change = .active(false)
    default: return back(asked, form)
    }
    try give(change, to: people, asked)
    return back(asked, form, [("done", "changed"), ("n", "\(people.count)")])
  }

  /// `POST /w/{ws}/responders/change.json`: `{ids, profile}`, `{ids, region}` or `{ids, active}`; all or none.
  @Sendable func changeByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      try Programs.requireJSON(asked.request)
      let request = try Programs.read { () throws(WireError) in
        try PeopleChangeRequest.decode(bytes: asked.request.body)
      }
      try require(request.people, asked)
      do throws(StoreError) { try give(request.change, to: request.people, asked) } catch {
        guard case .invalid(let text) = error else { throw .store(error) }
        throw .field(request.change.field, text, rule: "format")
      }
      var writer = JSONWriter()
      writer.object { $0.ids("ids", request.people) }
      return .json(writer.bytes)
    }
  }

  /// Changes people, all or none. Blocks.
  private func give(
    _ change: PeopleChangeRequest.Change, to people: [Responder.ID], _ asked: ConsoleRequest
  ) throws(StoreError) {
    let scope = asked.visitor.scope
    switch change {
    case .profile(let name): try store.fleet.changePeople(people, in: scope) { $0.profile = name }
    case .region(let typed):
      let name = typed.flatMap { PersonForm.optional($0) }
      try store.fleet.changePeople(people, in: scope) { $0.region = name }
    case .active(let isActive): try store.phones.setActive(isActive, people, in: scope)
    }
  }

  /// Refuses people whom the workspace does not have.
  private func require(_ people: [Responder.ID], _ asked: ConsoleRequest) throws(ProgramRefusal) {
    let workspace = asked.visitor.workspace.id
    guard people.allSatisfy({ store.boards.entry(of: $0, in: workspace) != nil }) else {
      throw .store(.notFound("responder"))
    }
  }

  /// Back to the list as it was filtered.
  private func back(
    _ asked: ConsoleRequest, _ form: FormFields, _ done: [(name: String, value: String)] = []
  ) -> Response {
    var query = URLQuery()
    for (name, value) in ResponderFilter(form.pairs).pairs + done { query.add(name, value) }
    return .redirect(to: query.link(Shell.Section.responders.path(asked.visitor.workspace.slug)))
  }
}

extension JSONWriter {
  fileprivate mutating func ids(_ name: String, _ people: [Responder.ID]) {
    array(name) { list in for id in people { list.value(id.rawValue) } }
  }
}
