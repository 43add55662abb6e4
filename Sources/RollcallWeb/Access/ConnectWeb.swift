import HTTPServer
import HTTPTypes
import Rollcall

/// Phones: their logins, apps that are not ours, and the cards that set them up.
struct ConnectWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let form = Route.BodyRule.form(limit: 8_192)
    let list = Route.BodyRule.form(limit: Web.bodyLimit)
    return [
      door.phone(.post, "/app/v1/auth/logout", body: .any(limit: Web.bodyLimit), phoneLogout),
      door.console(.get, "/w/{ws}/connect", .manageResponders, cards),
      door.console(.post, "/w/{ws}/connect", .manageResponders, lane: .slow, body: list, makeCards),
      door.console(.get, "/w/{ws}/responders/{id}/connect", .manageResponders, connect),
      door.console(.post, "/w/{ws}/responders/{id}/connect", .manageResponders, body: form, makeDevice),
      door.console(.post, "/w/{ws}/responders/{id}/own-link", .manageResponders, body: form, setOwnLink),
      door.console(.post, "/w/{ws}/responders/{id}/let-in", .manageResponders, body: form, letIn),
      door.console(.get, "/w/{ws}/devices/{id}", .manageResponders, device),
      door.console(.post, "/w/{ws}/devices/{id}", .manageResponders, body: form, saveDevice),
      door.console(.post, "/w/{ws}/devices/{id}/replace", .manageResponders, body: form, replaceDevice),
      door.console(.post, "/w/{ws}/devices/{id}/revoke", .manageResponders, body: form, revokeDevice),
      // For the phone itself: the secret is the credential.
      Route(.get, "/connect/{secret}", handler: .work(.page, showSetUp)),
      Route(.get, "/connect/{secret}/{file}", handler: .work(.page, setUpFile)),
    ] + phoneLoginRoutes
  }
}

extension Web {
  var connecting: ConnectWeb { ConnectWeb(web: self) }
}
