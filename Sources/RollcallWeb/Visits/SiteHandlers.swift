import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

/// Sites, one at a time, by forms and by programs.
struct SiteWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let form = Route.BodyRule.form(limit: 16_384)
    let json = Route.BodyRule.any(limit: Web.bodyLimit)
    return [
      door.console(.post, "/w/{ws}/settings/outlets/new", .manageWorkspace, body: form, add),
      door.console(.post, "/w/{ws}/settings/outlets/{id}/edit", .manageWorkspace, body: form, save),
      door.console(.get, "/w/{ws}/settings/outlets.json", .manageWorkspace, list),
      door.console(.post, "/w/{ws}/settings/outlets.json", .manageWorkspace, body: json, addByProgram),
      door.console(
        .post, "/w/{ws}/settings/outlets/{id}/edit.json", .manageWorkspace, body: json, editByProgram),
      door.console(
        .post, "/w/{ws}/settings/outlets/{id}/remove.json", .manageWorkspace, body: json, removeByProgram),
    ]
  }

  /// `POST /w/{ws}/settings/outlets/new`
  @Sendable func add(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try stored(asked, nil) { outlet throws(StoreError) in
      try store.visits.addOutlet(outlet, in: asked.visitor.scope)
    }
  }

  /// `POST /w/{ws}/settings/outlets/{id}/edit`
  @Sendable func save(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard web.fleet.trustedForm(asked) != nil else { return web.fleet.refuseForm(asked) }
    let old = try outlet(asked)
    return try stored(asked, old) { outlet throws(StoreError) in
      try store.visits.changeOutlet(old.id, to: outlet, in: asked.visitor.scope)
    }
  }

  private func stored(
    _ asked: ConsoleRequest, _ old: Outlet?, _ store: (NewOutlet) throws(StoreError) -> Void
  ) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let typed = SiteForm(form.pairs)
    let (outlet, problems) = typed.read()
    guard let outlet else { return try web.visits.siteAgain(asked, typed, of: old, problems) }
    do throws(StoreError) { try store(outlet) } catch {
      switch error {
      case .conflict(let text):
        return try web.visits.siteAgain(asked, typed, of: old, [FieldProblem("external_id", text)])
      case .invalid(let text):
        return try web.visits.siteAgain(asked, typed, of: old, [FieldProblem("site_name", text)])
      default: throw error
      }
    }
    return .redirect(to: "\(OutletsPage.path(asked.visitor.workspace.slug))?saved=1")
  }

  /// `GET /w/{ws}/settings/outlets.json`
  @Sendable func list(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let outlets = try store.visits.outlets(of: asked.visitor.workspace.id)
    var writer = JSONWriter(reserving: outlets.count * 160 + 32)
    writer.object { root in
      root.array("outlets") { list in for outlet in outlets { list.object { $0.members(outlet) } } }
    }
    return .json(writer.bytes)
  }

  /// `POST /w/{ws}/settings/outlets.json`
  @Sendable func addByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      let request = try read(asked, isNew: true)
      let outlet = try Programs.stored { () throws(StoreError) in
        guard let latitude = request.latitude, let longitude = request.longitude,
          let position = Position(latitude: latitude, longitude: longitude)
        else { throw .invalid(Words.Visits.placeFormat) }
        return try store.visits.addOutlet(
          request.applied(to: NewOutlet(name: "", position: position)), in: asked.visitor.scope)
      }
      return told(outlet, status: .created)
    }
  }

  /// `POST /w/{ws}/settings/outlets/{id}/edit.json`: what is not named stays.
  @Sendable func editByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      let request = try read(asked, isNew: false)
      let changed = try Programs.stored { () throws(StoreError) in
        let old = try outlet(asked)
        let wanted = request.applied(
          to: NewOutlet(
            name: old.name, position: old.position, externalID: old.externalID, radius: old.radius))
        return try store.visits.changeOutlet(old.id, to: wanted, in: asked.visitor.scope)
      }
      return told(changed)
    }
  }

  /// `POST /w/{ws}/settings/outlets/{id}/remove.json`
  @Sendable func removeByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      try Programs.requireJSON(asked.request)
      let removed = try Programs.stored { () throws(StoreError) in
        let old = try outlet(asked)
        try store.visits.removeOutlet(old.id, in: asked.visitor.scope)
        return old
      }
      return told(removed)
    }
  }

  /// The outlet of the path. Blocks.
  private func outlet(_ asked: ConsoleRequest) throws(StoreError) -> Outlet {
    let all = try store.visits.outlets(of: asked.visitor.workspace.id)
    guard let id = asked.request.pathID, let found = all.first(where: { $0.id.rawValue == id }) else {
      throw .notFound("outlet")
    }
    return found
  }

  private func read(_ asked: ConsoleRequest, isNew: Bool) throws(ProgramRefusal) -> OutletRequest {
    try Programs.requireJSON(asked.request)
    return try Programs.read { () throws(WireError) in
      try OutletRequest.decode(bytes: asked.request.body, isNew: isNew)
    }
  }

  private func told(_ outlet: Outlet, status: HTTPResponse.Status = .ok) -> Response {
    var writer = JSONWriter()
    writer.object { $0.members(outlet) }
    return .json(writer.bytes, status: status)
  }
}

extension JSONWriter {
  fileprivate mutating func members(_ outlet: Outlet) {
    member("id", outlet.id)
    member("name", outlet.name)
    member("lat", outlet.position.latitude)
    member("lng", outlet.position.longitude)
    member("external_id", outlet.externalID)
    member("radius_m", outlet.radius)
  }
}
