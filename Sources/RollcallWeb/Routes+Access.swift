import HTTPServer
import HTTPTypes
import Rollcall

extension Web {
  /// Who gets in, and what they may: logins, accounts, members, keys, screens.
  var accessRoutes: [Route] { doorRoutes + accountRoutes + memberRoutes }

  /// For whoever is not logged in yet.
  private var doorRoutes: [Route] {
    let form = Route.BodyRule.form(limit: Self.accountLimit)
    return [
      Route(.get, "/login", handler: .work(.page, showLogin)),
      Route(
        .post, "/login", body: form, admission: .work(admitBrowser), handler: .work(.hashing, login)),
      Route(.get, "/login/code", handler: .work(.page, showLoginCode)),
      Route(.post, "/login/code", body: form, handler: .work(.page, giveLoginCode)),
      Route(
        .post, "/logout", body: form,
        admission: .work { admitMember($0) { message(.badRequest, $0) } }, handler: .work(.page, logout)),
      Route(.get, "/i/{token}", handler: .work(.page, showInvitation)),
      Route(.post, "/i/{token}", body: form, handler: .work(.hashing, acceptInvitation)),
      Route(.get, "/screen/{token}", handler: .work(.page, openScreen)),
    ]
  }

  /// One's own account, whatever the role.
  private var accountRoutes: [Route] {
    [
      account(.get, "/account", showAccount),
      account(.post, "/account/password", lane: .slow, changePassword),
      account(.post, "/account/logins/end", endLogins),
      account(.post, "/account/logins/{id}/end", endLogin),
      account(.post, "/account/invitations/{id}/accept", acceptMembership),
      account(.post, "/account/invitations/{id}/decline", declineMembership),
      account(.post, "/account/two-factor/begin", lane: .slow, beginTwoFactor),
      account(.get, "/account/two-factor", showTwoFactor),
      account(.get, "/account/two-factor.svg", twoFactorCode),
      account(.post, "/account/two-factor", confirmTwoFactor),
      account(.post, "/account/two-factor/codes", lane: .slow, renewRecoveryCodes),
      account(.post, "/account/two-factor/off", lane: .slow, endTwoFactor),
    ]
  }

  /// Who else may do what in a workspace.
  private var memberRoutes: [Route] {
    let form = Route.BodyRule.form(limit: Self.accountLimit)
    return [
      console(.get, "/w/{ws}/settings/members", .manageWorkspace, members),
      console(.post, "/w/{ws}/settings/members/{id}", .manageWorkspace, body: form, setMemberRole),
      console(.post, "/w/{ws}/settings/members/{id}/remove", .manageWorkspace, body: form, removeMember),
      console(.post, "/w/{ws}/settings/invitations", .manageWorkspace, body: form, invite),
      console(
        .post, "/w/{ws}/settings/invitations/{id}/revoke", .manageWorkspace, body: form, revokeInvitation),
      console(.get, "/w/{ws}/settings/keys", .manageWorkspace, apiKeys),
      console(.post, "/w/{ws}/settings/keys", .manageWorkspace, body: form, issueKey),
      console(.post, "/w/{ws}/settings/keys/revoke", .manageWorkspace, body: form, revokeKey),
      console(.get, "/w/{ws}/settings/screens", .manageWorkspace, screens),
      console(.post, "/w/{ws}/settings/screens", .manageWorkspace, body: form, addScreen),
      console(.post, "/w/{ws}/settings/screens/{id}/revoke", .manageWorkspace, body: form, revokeScreen),
    ]
  }
}
