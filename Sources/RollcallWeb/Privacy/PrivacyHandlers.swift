import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension PrivacyWeb {
  /// People's requests about their own data, and their handling.
  var privacyRoutes: [Route] {
    let form = Route.BodyRule.form(limit: 8_192)
    return [
      web.door.phoneQuery(.get, "/app/v1/me/locations", ownLocations),
      web.door.phone(.post, "/app/v1/me/requests", body: .json(limit: Web.bodyLimit), makeRequest),
      web.door.console(.get, "/w/{ws}/requests", .manageResponders, requests),
      web.door.console(.post, "/w/{ws}/requests/{id}/done", .manageResponders, body: form, finishRequest),
      web.door.console(
        .get, "/w/{ws}/responders/{id}/export.json", .manageResponders, lane: .slow, exportPerson),
      web.door.console(.get, "/w/{ws}/responders/{id}/erase", .eraseData, confirmErasure),
      web.door.console(
        .post, "/w/{ws}/responders/{id}/erase", .eraseData, lane: .slow, body: form, erasePerson),
    ]
  }

  /// `GET /w/{ws}/responders/{id}/export.json`: streamed, and audited at its end.
  @Sendable func exportPerson(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let (workspace, visitor) = (asked.visitor.workspace, asked.visitor)
    let id = try asked.responder()
    let who = try store.fleet.names(of: workspace.id)[id] ?? ""
    let file = try PrivacyFile(
      of: id, in: workspace, store,
      ended: try web.exports.noting("responder", filter: "responder \(id.rawValue)", visitor))
    var response = Response.stream(file, contentType: "application/json")
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    response.headers[.contentDisposition] = FileName.attachment(
      FileName.make(["person", workspace.slug, who], at: clock.now, clock, ending: "json"))
    return response
  }

  /// `GET /w/{ws}/responders/{id}/erase`: shows which data would go and which would stay.
  @Sendable func confirmErasure(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try erasePage(asked, try asked.responder())
  }

  /// `POST /w/{ws}/responders/{id}/erase`
  @Sendable func erasePerson(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let id = try asked.responder()
    guard (form["confirm"] ?? "").utf8.elementsEqual(ErasePage.phrase(id).utf8) else {
      return try erasePage(asked, id, problem: Words.Requests.wrongPhrase(ErasePage.phrase(id)))
    }
    let workspace = asked.visitor.workspace
    do throws(StoreError) {
      try store.privacy.erase(id, in: asked.visitor.scope)
    } catch {
      guard case .conflict(let reason) = error else { throw error }
      return try erasePage(asked, id, problem: Words.Requests.notErased(reason))
    }
    // They are erased; if the rest fails now, it is retried within the hour.
    try? store.privacy.finishErasures()
    return .redirect(to: "\(Shell.Section.requests.path(workspace.slug))?erased=\(id.rawValue)")
  }

  private func erasePage(
    _ asked: ConsoleRequest, _ id: Responder.ID, problem: String = ""
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let preview = try store.privacy.erasurePreview(of: id, in: workspace.id)
    let name = store.boards.entry(of: id, in: workspace.id)?.person.name ?? ""
    let merges = try store.phones.merges(of: id, in: workspace.id)
    let records = ([merges.into].compactMap(\.self) + merges.from).map { record in
      Link(
        label: store.boards.entry(of: record, in: workspace.id)?.person.name ?? "",
        href: PagePath.person(workspace.slug, record))
    }
    let page = ErasePage(
      shell: web.shell(.responders, asked.visitor, title: "Erase \(name)"), slug: workspace.slug, id: id,
      name: name,
      goes: preview.goes.map { ErasePage.Part($0.words, $0.rows) },
      stays: preview.stays.map { ErasePage.Part($0.words, $0.rows) }, obstacle: preview.obstacle ?? "",
      problem: problem, records: records)
    return web.html(pages.render(page), status: problem.utf8.isEmpty ? .ok : .badRequest)
  }
}
