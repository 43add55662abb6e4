import HTTPServer
import HTTPTypes
import Rollcall

/// Access to a workspace: members, invitations, keys, screens; and the audit of their acts.
struct MemberWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let form = Route.BodyRule.form(limit: Door.formLimit)
    return [
      Route(.get, "/screen/{token}", handler: .work(.page, openScreen)),
      door.console(.get, "/w/{ws}/settings/members", .manageWorkspace, members),
      door.console(.post, "/w/{ws}/settings/members/{id}", .manageWorkspace, body: form, setMember),
      door.console(.post, "/w/{ws}/settings/members/{id}/remove", .manageWorkspace, body: form, removeMember),
      door.console(
        .post, "/w/{ws}/settings/members/{id}/password-link", .manageWorkspace, body: form, makePasswordLink),
      door.console(.post, "/w/{ws}/settings/invitations", .manageWorkspace, body: form, invite),
      door.console(
        .post, "/w/{ws}/settings/invitations/{id}/revoke", .manageWorkspace, body: form, revokeInvitation),
      door.console(.get, "/w/{ws}/settings/keys", .manageWorkspace, apiKeys),
      door.console(.post, "/w/{ws}/settings/keys", .manageWorkspace, body: form, issueKey),
      door.console(.post, "/w/{ws}/settings/keys/revoke", .manageWorkspace, body: form, revokeKey),
      door.console(.get, "/w/{ws}/settings/screens", .manageWorkspace, screens),
      door.console(.post, "/w/{ws}/settings/screens", .manageWorkspace, body: form, addScreen),
      door.console(.post, "/w/{ws}/settings/screens/{id}/revoke", .manageWorkspace, body: form, revokeScreen),
    ] + auditRoutes
  }
}

extension Web {
  var members: MemberWeb { MemberWeb(web: self) }
}
