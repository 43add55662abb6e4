import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension OfferWeb {
  /// `POST /w/{ws}/responders/{id}/push-test`: sends a test message each way, and redirects to the person's
  /// page.
  @Sendable func testPush(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard web.fleet.trustedForm(asked) != nil else { return web.fleet.refuseForm(asked) }
    guard let id = asked.request.pathID else { throw .notFound("responder") }
    let path = PagePath.person(asked.visitor.workspace.slug, Responder.ID(id))
    do throws(StoreError) {
      try store.push.testPush(to: Responder.ID(id), in: asked.visitor.scope)
    } catch {
      guard case .conflict(let reason) = error else { throw error }
      var page = MessagePage(status: 400, home: path)
      page.title = reason
      page.advice = Words.Incidents.nothingSent
      page.action = Link(label: "Back", href: path)
      return web.html(pages.render(page), status: .conflict)
    }
    return .redirect(to: path)
  }
}

extension PushFacts {
  /// The state of waking a person's phone.
  init(of id: Responder.ID, in workspace: Workspace.ID, _ store: Store) throws(StoreError) {
    self.init(
      ways: try store.push.pushChannels(of: id, in: workspace),
      messages: try store.push.pushAttempts(of: id, in: workspace))
  }
}
