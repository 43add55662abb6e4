import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension MemberWeb {
  /// `POST /w/{ws}/settings/invitations`: the answer shows the link, once.
  @Sendable func invite(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let typed = (email: form["email"] ?? "", role: form["role"] ?? "")
    guard let role = Role(rawValue: typed.role) else {
      return try membersPage(
        asked, typed: typed, problems: [FieldProblem("role", Words.Members.noSuchRole)], status: .badRequest)
    }
    guard asked.visitor.role.includes(role) else {
      return web.message(.forbidden, asked.request, asked.visitor)
    }
    do throws(StoreError) {
      let secret = try store.members.invite(
        email: typed.email, role: role, by: asked.visitor.authority, in: asked.visitor.workspace.id)
      return try membersPage(
        asked,
        secret: SecretOnce.invitation(to: typed.email, link: link(asked.request, "/i/\(secret.text)")))
    } catch {
      switch error {
      case .invalid: return try refused(asked, typed, Words.Members.notEMailAddress)
      case .conflict: return try refused(asked, typed, Words.Members.memberAlready)
      default: throw error
      }
    }
  }

  /// `POST /w/{ws}/settings/invitations/{id}/revoke`
  @Sendable func revokeInvitation(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard web.fleet.trustedForm(asked) != nil else { return web.fleet.refuseForm(asked) }
    let open = try store.members.invitations(of: asked.visitor.workspace.id)
    guard let id = asked.request.parameters["id"].flatMap({ Int64($0) }),
      let invitation = open.first(where: { $0.id.rawValue == id })
    else { return web.message(.notFound, asked.request, asked.visitor) }
    guard asked.visitor.role.includes(invitation.role) else {
      return web.message(.forbidden, asked.request, asked.visitor)
    }
    try store.members.revokeInvitation(
      invitation.id, by: asked.visitor.authority, in: asked.visitor.workspace.id)
    return .redirect(to: "\(MembersPage.path(asked.visitor.workspace.slug))?done=revoked")
  }

  private func refused(
    _ asked: ConsoleRequest, _ typed: (email: String, role: String), _ problem: String
  ) throws(StoreError) -> Response {
    try membersPage(asked, typed: typed, problems: [FieldProblem("email", problem)], status: .badRequest)
  }

  /// The full URL of one of our paths: below the public URL if it is set, because a host name passed on by a
  /// proxy can be forged; otherwise as the browser reached us.
  func link(_ request: Request, _ path: String) -> String {
    if let publicURL = web.installation.publicURL { return publicURL + path }
    return
      "\(request.isSecure ? "https" : "http")://\(request.headers[HTTPField.Name.host] ?? "localhost")\(path)"
  }
}
