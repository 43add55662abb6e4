import HTTPServer
import HTTPTypes
import Rollcall

/// Logins and members' own accounts.
struct AccountWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let form = Route.BodyRule.form(limit: Door.formLimit)
    return [
      Route(.get, "/", handler: .work(.page, home)),
      Route(.get, "/login", handler: .work(.page, showLogin)),
      Route(
        .post, "/login", body: form, admission: .work(web.door.admitBrowser), handler: .work(.hashing, login)),
      Route(.get, "/login/code", handler: .work(.page, showLoginCode)),
      Route(.post, "/login/code", body: form, handler: .work(.page, giveLoginCode)),
      Route(
        .post, "/logout", body: form,
        admission: .work { web.door.admitMember($0) { web.message(.badRequest, $0) } },
        handler: .work(.page, logout)),
      Route(.get, "/i/{token}", handler: .work(.page, showInvitation)),
      Route(.post, "/i/{token}", body: form, handler: .work(.hashing, acceptInvitation)),
      Route(.get, "\(Self.passwordLinkPath)/{token}", handler: .work(.page, askForNewPassword)),
      Route(
        .post, "\(Self.passwordLinkPath)/{token}", body: form, handler: .work(.hashing, setNewPassword)),
      door.account(.get, "/account", showAccount),
      door.account(.post, "/account/password", lane: .slow, changePassword),
      door.account(.post, "/account/logins/end", endLogins),
      door.account(.post, "/account/logins/{id}/end", endLogin),
      door.account(.post, "/account/invitations/{id}/accept", acceptMembership),
      door.account(.post, "/account/invitations/{id}/decline", declineMembership),
      door.account(.post, "/account/two-factor/begin", lane: .slow, beginTwoFactor),
      door.account(.get, "/account/two-factor", showTwoFactor),
      door.account(.get, "/account/two-factor.svg", twoFactorCode),
      door.account(.post, "/account/two-factor", confirmTwoFactor),
      door.account(.post, "/account/two-factor/codes", lane: .slow, renewRecoveryCodes),
      door.account(.post, "/account/two-factor/off", lane: .slow, endTwoFactor),
    ] + firstRunRoutes
  }
}

extension Web {
  var accounts: AccountWeb { AccountWeb(web: self) }
}
