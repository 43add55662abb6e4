import HTTPServer
import Rollcall
import RollcallStore

extension LivenessWeb {
  /// `POST /w/{ws}/responders/{id}/end-session`: ends the session that the page showed, and back to it.
  @Sendable func endPhoneSession(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let id = try personID(asked)
    guard let session = Int64(form["session"] ?? "") else {
      throw .invalid("“session” must be a session's id")
    }
    try store.phones.endSession(
      PhoneSession.ID(session), of: id, in: asked.visitor.scope)
    return .redirect(to: PagePath.person(asked.visitor.workspace.slug, id))
  }

  /// `POST /w/{ws}/responders/{id}/active`: whether the person may log in and report.
  @Sendable func setActive(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let id = try personID(asked)
    guard let isActive = ["yes": true, "no": false][form["active"] ?? ""] else {
      throw .invalid("“active” must be yes or no")
    }
    try store.phones.setActive(
      isActive, id, in: asked.visitor.scope)
    return .redirect(to: PagePath.person(asked.visitor.workspace.slug, id))
  }

  /// The person named in the path: they must exist before a form is checked.
  private func personID(_ asked: ConsoleRequest) throws(StoreError) -> Responder.ID {
    guard let id = asked.request.pathID.map({ Responder.ID($0) }),
      store.boards.entry(of: id, in: asked.visitor.workspace.id) != nil
    else { throw .notFound("responder") }
    return id
  }
}

extension PhoneAccessForms {
  /// The actions possible on a person's access.
  init(_ entry: BoardEntry, _ facts: PersonFacts, _ workspace: Workspace) {
    let session = facts.session.flatMap { $0.revokedAt == nil ? "\($0.id.rawValue)" : nil }
    let path = PagePath.person(workspace.slug, entry.id)
    self.init(
      name: entry.person.name, session: session ?? "", endPath: "\(path)/end-session",
      activePath: "\(path)/active", isActive: entry.person.isActive)
  }
}
