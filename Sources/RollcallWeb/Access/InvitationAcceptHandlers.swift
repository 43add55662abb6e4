import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension AccountWeb {
  /// `GET /i/{token}`: shows an invitation. Opening it changes nothing.
  ///
  /// It looks the same whether or not the address has an account here, because the inviting member has the
  /// link, too.
  @Sendable func showInvitation(_ request: Request) -> Response {
    invited(request) { offer, _ throws(StoreError) in try invitationPage(request, offer) }
  }

  /// `POST /i/{token}`: a new member chooses a password; a logged-in account of the address joins; anyone
  /// with the link can decline.
  @Sendable func acceptInvitation(_ request: Request) -> Response {
    invited(request) { offer, token throws(StoreError) in
      guard let session = try web.door.consoleSession(of: request) else {
        guard let form = loggedOutForm(request) else { return web.message(.badRequest, request) }
        return form["do"] == "decline" ? try decline(token) : try beMember(request, form, offer, token)
      }
      guard session.email == offer.email else { return try invitationPage(request, offer) }
      guard !FormGuard.isCrossSite(request), let form = request.form(),
        FormGuard.isOurs(form, token: session.csrf)
      else { return web.message(.badRequest, request) }
      guard form["do"] != "decline" else { return try decline(token) }
      let workspace = try store.accounts.acceptInvitation(token, as: session.member)
      return .redirect(to: Self.startPage(workspace, offer.role))
    }
  }

  private func invited(
    _ request: Request, _ answered: (InvitationOffer, String) throws(StoreError) -> Response
  ) -> Response {
    web.answer(request) { () throws(StoreError) -> Response in
      let token = request.parameters["token"] ?? ""
      guard let offer = try store.accounts.invitation(token) else {
        return web.connecting.strangersAnswer(request) {
          web.html(pages.render(InvitationPage.over), status: .notFound)
        }
      }
      return try answered(offer, token)
    }
  }

  /// A new member: the link proves that they were meant, and they are logged in.
  private func beMember(
    _ request: Request, _ form: FormFields, _ offer: InvitationOffer, _ token: String
  ) throws(StoreError) -> Response {
    let problems = Self.problems(ofNewPassword: form)
    guard problems.isEmpty else { return try invitationPage(request, offer, problems: problems) }
    // All accounts of an address are checked together, see `account(of:with:)`.
    let others = try store.accounts.members(email: offer.email)
    guard let hash = try? web.passwords.hash(form["password"] ?? "", saltOf: others.last?.passwordHash) else {
      throw .unavailable("no hash of a password")
    }
    let member = try store.accounts.acceptInvitation(token, passwordHash: hash)
    guard case .begun(let cookies) = try store.accounts.login(member.id, from: browser(request)) else {
      return .redirect(to: "/login")
    }
    return begun(cookies, request, next: Self.startPage(offer.workspace, offer.role))
  }

  private func decline(_ token: String) throws(StoreError) -> Response {
    try store.accounts.declineInvitation(token)
    return web.html(pages.render(InvitationPage.declined))
  }

  private func invitationPage(
    _ request: Request, _ offer: InvitationOffer, problems: [FieldProblem] = []
  ) throws(StoreError) -> Response {
    let session = try web.door.consoleSession(of: request)
    let reader: InvitationPage.Reader =
      session.map { $0.email == offer.email ? .member : .somebodyElse } ?? .stranger
    let token = session?.csrf ?? LoginCookie.form.value(request) ?? Secret.random().text
    let page = InvitationPage(
      reader, path: request.path, workspace: offer.workspace.name, email: offer.email, role: offer.role,
      csrf: token, problems: problems)
    var response = web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
    if session == nil { response.set(.form, token, request) }
    return response
  }
}
