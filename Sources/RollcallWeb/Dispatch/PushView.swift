import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension OfferWeb {
  /// `POST /w/{ws}/responders/{id}/push-test`: a message to try each way, and back to the person's page.
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
      page.advice = "Nothing was sent."
      page.action = Link(label: "Back", href: path)
      return web.html(pages.render(page), status: .conflict)
    }
    return .redirect(to: path)
  }
}

extension PushFacts {
  /// What is known of waking a person's phone.
  init(of id: Responder.ID, in workspace: Workspace.ID, _ store: Store) throws(StoreError) {
    self.init(
      ways: try store.push.pushChannels(of: id, in: workspace).map(Way.init),
      messages: try store.push.pushAttempts(of: id, in: workspace).map(Message.init))
  }
}

extension PushFacts.Way {
  fileprivate init(_ channel: PushChannel) {
    let reason = channel.goneReason ?? (channel.isLoggedOut ? "logged out" : nil)
    self.init(
      service: channel.service, registeredAt: channel.registeredAt,
      gone: reason.map { (channel.goneAt, $0) })
  }
}

extension PushFacts.Message {
  fileprivate init(_ attempt: PushAttempt) {
    let what =
      switch attempt.kind {
      case .offer: "Offer"
      case .withdrawn: "Withdrawal"
      case .test: "Test"
      }
    let again = attempt.isWaiting && attempt.tries > 0 ? ", to be tried again" : ""
    let outcome =
      switch attempt.outcome {
      case nil: attempt.isWaiting ? "waiting" : attempt.reason
      case .accepted where attempt.reason.utf8.isEmpty: "taken"
      case .some: attempt.reason + again
      }
    self.init(
      service: attempt.service, what: what, at: attempt.at, outcome: outcome,
      isGood: attempt.outcome == .accepted || attempt.outcome == nil && attempt.isWaiting)
  }
}
