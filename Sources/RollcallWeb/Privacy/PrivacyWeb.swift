import HTTPServer
import HTTPTypes
import Rollcall

/// People's requests about themselves, and their own page.
struct PrivacyWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let form = Route.BodyRule.form(limit: 8_192)
    return [
      Route(.get, "/me/{token}", handler: .work(.page, showOwn)),
      Route(.get, "/me/{token}/history", handler: .work(.page, showOwnHistory)),
      Route(.post, "/me/{token}/duty", body: form, handler: .work(.page, switchOwnDuty)),
      Route(.post, "/me/{token}/offers", body: form, handler: .work(.page, answerOwnOffer)),
      Route(.post, "/me/{token}/assignment", body: form, handler: .work(.page, reportOwnAssignment)),
      Route(.post, "/me/{token}/requests", body: form, handler: .work(.page, makeOwnRequest)),
    ] + privacyRoutes
  }
}

extension Web {
  var privacy: PrivacyWeb { PrivacyWeb(web: self) }
}
