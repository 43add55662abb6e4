import HTTPServer
import HTTPTypes
import Rollcall

extension Web {
  /// Phones with apps that are not ours, and the pages of those who carry them.
  var connectRoutes: [Route] { deviceRoutes + ownRoutes }

  /// Who lets an app report for somebody.
  private var deviceRoutes: [Route] {
    let form = Route.BodyRule.form(limit: 8_192)
    let list = Route.BodyRule.form(limit: Self.bodyLimit)
    return [
      console(.get, "/w/{ws}/connect", .manageResponders, cards),
      console(.post, "/w/{ws}/connect", .manageResponders, lane: .slow, body: list, makeCards),
      console(.get, "/w/{ws}/responders/{id}/connect", .manageResponders, connect),
      console(.post, "/w/{ws}/responders/{id}/connect", .manageResponders, body: form, makeDevice),
      console(.post, "/w/{ws}/responders/{id}/duty", .manageResponders, body: form, switchDuty),
      console(.post, "/w/{ws}/responders/{id}/own-link", .manageResponders, body: form, setOwnLink),
      console(.post, "/w/{ws}/responders/{id}/let-in", .manageResponders, body: form, letIn),
      console(.get, "/w/{ws}/devices/{id}", .manageResponders, device),
      console(.post, "/w/{ws}/devices/{id}", .manageResponders, body: form, saveDevice),
      console(.post, "/w/{ws}/devices/{id}/replace", .manageResponders, body: form, replaceDevice),
      console(.post, "/w/{ws}/devices/{id}/revoke", .manageResponders, body: form, revokeDevice),
      // For the phone itself: whoever has the secret is let in.
      Route(.get, "/connect/{secret}", handler: .work(.page, showSetUp)),
      Route(.get, "/connect/{secret}/{file}", handler: .work(.page, setUpFile)),
    ]
  }

  /// Somebody's own page, by its link.
  private var ownRoutes: [Route] {
    let form = Route.BodyRule.form(limit: 8_192)
    return [
      Route(.get, "/me/{token}", handler: .work(.page, showOwn)),
      Route(.get, "/me/{token}/history", handler: .work(.page, showOwnHistory)),
      Route(.post, "/me/{token}/duty", body: form, handler: .work(.page, switchOwnDuty)),
      Route(.post, "/me/{token}/offers", body: form, handler: .work(.page, answerOwnOffer)),
      Route(.post, "/me/{token}/assignment", body: form, handler: .work(.page, reportOwnAssignment)),
      Route(.post, "/me/{token}/requests", body: form, handler: .work(.page, makeOwnRequest)),
    ]
  }
}
