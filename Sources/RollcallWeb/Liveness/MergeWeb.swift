import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

/// Two records of one person become one.
struct MergeWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let form = Route.BodyRule.form(limit: 8_192)
    return [
      door.console(.get, "/w/{ws}/responders/{id}/merge", .manageResponders, choose),
      door.console(.post, "/w/{ws}/responders/{id}/merge", .manageResponders, body: form, merge),
      door.console(
        .post, "/w/{ws}/responders/{id}/merge.json", .manageResponders, body: .any(limit: Web.bodyLimit),
        mergeByProgram),
    ]
  }

  /// `GET /w/{ws}/responders/{id}/merge`; with `duplicate` what becomes of the two, and the question whether to do it.
  @Sendable func choose(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try page(asked, duplicate: asked.request.query["duplicate"] ?? "", problem: "")
  }

  /// `POST /w/{ws}/responders/{id}/merge`
  @Sendable func merge(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let (kept, typed) = (try asked.responder(), form["duplicate"] ?? "")
    guard let duplicate = Int64(typed) else {
      return try page(asked, duplicate: "", problem: Words.Merge.chooseSomebody)
    }
    do throws(StoreError) {
      try store.phones.merge(Responder.ID(duplicate), into: kept, in: asked.visitor.scope)
    } catch {
      switch error {
      case .conflict(let text), .invalid(let text):
        return try page(asked, duplicate: typed, problem: "\(text).")
      default: throw error
      }
    }
    return .redirect(to: PagePath.person(asked.visitor.workspace.slug, kept))
  }

  /// `POST /w/{ws}/responders/{id}/merge.json`: `{duplicate_id}`; answers with the person who is kept.
  @Sendable func mergeByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let people = PeopleWeb(web: web)
    return people.programmed(asked) { () throws(ProgramRefusal) in
      let kept = try people.named(asked)
      let duplicate = try Programs.read { () throws(WireError) in
        try MergeRequest.decode(bytes: asked.request.body)
      }
      try Programs.stored { () throws(StoreError) in
        try store.phones.merge(Responder.ID(duplicate), into: kept.id, in: asked.visitor.scope)
      }
      return people.told(try people.named(asked).person)
    }
  }

  private func page(
    _ asked: ConsoleRequest, duplicate typed: String, problem: String
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let id = try asked.responder()
    let people = try store.fleet.roster(of: workspace.id).map(\.responder)
    guard let kept = people.first(where: { $0.id == id }) else { throw .notFound("responder") }
    let others = people.filter { $0.id != id }
    let duplicate = Int64(typed).flatMap { id in others.first { $0.id.rawValue == id } }
    let unknown = duplicate == nil && !typed.utf8.isEmpty && problem.utf8.isEmpty
    let said = unknown ? Words.Merge.chooseSomebody : problem
    let page = MergePage(
      shell: web.shell(.responders, asked.visitor, title: Words.Merge.title(kept.name)),
      slug: workspace.slug, kept: kept, duplicate: duplicate, others: others, problem: said)
    return web.html(pages.render(page), status: said.utf8.isEmpty ? .ok : .badRequest)
  }
}
