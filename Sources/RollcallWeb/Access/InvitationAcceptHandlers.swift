import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension Web {
  /// `GET /i/{token}`: what an invitation's link shows. Opening it changes nothing.
  @Sendable func showInvitation(_ request: Request) -> Response {
    answer(request) { () throws(StoreError) -> Response in
      guard let offer = try store.invitation(request.parameters["token"] ?? "") else {
        return html(pages.render(InvitationPage.over), status: .notFound)
      }
      return try invitationPage(request, offer)
    }
  }

  /// `POST /i/{token}`: somebody new chooses a password; a member who is logged in joins.
  @Sendable func acceptInvitation(_ request: Request) -> Response {
    answer(request) { () throws(StoreError) -> Response in
      let token = request.parameters["token"] ?? ""
      guard let offer = try store.invitation(token) else {
        return html(pages.render(InvitationPage.over), status: .notFound)
      }
      return offer.member == nil
        ? try beMember(request, offer, token) : try joinAsMember(request, offer, token)
    }
  }

  /// Somebody new: the link proves that they were meant, and they are logged in.
  private func beMember(
    _ request: Request, _ offer: InvitationOffer, _ token: String
  ) throws(StoreError) -> Response {
    guard let form = loggedOutForm(request) else { return message(.badRequest, request) }
    let password = form["password"] ?? ""
    var problems: [FieldProblem] = []
    if !PasswordHasher.isAcceptable(password) {
      problems.append(FieldProblem("password", "8 to 1,024 bytes."))
    }
    if form["again"] != password { problems.append(FieldProblem("again", "This is not the same password.")) }
    guard problems.isEmpty else { return try invitationPage(request, offer, problems: problems) }
    guard let hash = try? passwords.hash(password) else { throw .unavailable("no hash of a password") }
    let member = try store.acceptInvitation(token, passwordHash: hash)
    guard case .begun(let cookies) = try store.login(member.id, from: browser(request)) else {
      return .redirect(to: "/login")
    }
    return begun(cookies, request, next: Self.startPage(offer.workspace, offer.role))
  }

  /// A member of other workspaces: only whoever is logged in as them joins.
  private func joinAsMember(
    _ request: Request, _ offer: InvitationOffer, _ token: String
  ) throws(StoreError) -> Response {
    guard let session = try consoleSession(of: request), session.member == offer.member else {
      return try invitationPage(request, offer)
    }
    guard !FormGuard.isCrossSite(request), let form = request.form(),
      FormGuard.isOurs(form, token: session.csrf)
    else { return message(.badRequest, request) }
    let workspace = try store.acceptInvitation(token, as: session.member)
    return .redirect(to: Self.startPage(workspace, offer.role))
  }

  private func invitationPage(
    _ request: Request, _ offer: InvitationOffer, problems: [FieldProblem] = []
  ) throws(StoreError) -> Response {
    let status: HTTPResponse.Status = problems.isEmpty ? .ok : .badRequest
    guard let member = offer.member else {
      let token = LoginCookie.form.value(request) ?? Secret.random().text
      let page = InvitationPage(
        .newcomer, path: request.path, workspace: offer.workspace.name, email: offer.email, role: offer.role,
        csrf: token, problems: problems)
      var response = html(pages.render(page), status: status)
      response.set(.form, token, request)
      return response
    }
    let session = try consoleSession(of: request)
    let page = InvitationPage(
      session?.member == member ? .member : session == nil ? .loginNeeded : .somebodyElse, path: request.path,
      workspace: offer.workspace.name, email: offer.email, role: offer.role, csrf: session?.csrf ?? "")
    return html(pages.render(page), status: status)
  }
}
