import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension MemberWeb {
  /// `POST /w/{ws}/settings/members/{id}/password-link`: the answer shows the link, once.
  @Sendable func makePasswordLink(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard web.fleet.trustedForm(asked) != nil else { return web.fleet.refuseForm(asked) }
    guard let entry = try memberEntry(asked) else {
      return web.message(.notFound, asked.request, asked.visitor)
    }
    guard asked.visitor.role.includes(entry.role) else {
      return web.message(.forbidden, asked.request, asked.visitor)
    }
    do throws(StoreError) {
      let secret = try store.members.makePasswordLink(
        for: entry.id, by: asked.visitor.authority, in: asked.visitor.workspace.id)
      let link = link(asked.request, "\(AccountWeb.passwordLinkPath)/\(secret.text)")
      return try membersPage(asked, secret: SecretOnce.password(of: entry.email, link: link))
    } catch {
      guard case .conflict = error else { throw error }
      let why =
        entry.id == asked.visitor.account ? Words.Members.ownPassword : Words.Members.passwordElsewhere
      return try membersPage(
        asked, notice: ActionNotice(.danger, Words.Members.noLinkMade, detail: why), status: .conflict)
    }
  }
}

extension AccountWeb {
  /// Where links for new passwords lead.
  static let passwordLinkPath = "/password"

  /// `GET /password/{token}`: asks for the new password. Opening it changes nothing.
  @Sendable func askForNewPassword(_ request: Request) -> Response {
    linked(request) { member, _ in newPasswordPage(request, member) }
  }

  /// `POST /password/{token}`: sets it. The second factor stays, so the link logs no one in.
  @Sendable func setNewPassword(_ request: Request) -> Response {
    linked(request) { member, token throws(StoreError) in
      guard let form = loggedOutForm(request) else { return web.message(.badRequest, request) }
      let problems = Self.problems(ofNewPassword: form)
      guard problems.isEmpty else { return newPasswordPage(request, member, problems: problems) }
      // All accounts of an address are checked together, see `account(of:with:)`.
      let others = try store.accounts.members(email: member.email)
      guard let hash = try? web.passwords.hash(form["password"] ?? "", saltOf: others.last?.passwordHash)
      else { throw .unavailable("no hash of a password") }
      try store.accounts.usePasswordLink(token, passwordHash: hash)
      return ConnectWeb.unlinked(web.html(pages.render(InvitationPage.passwordSet)))
    }
  }

  private func linked(
    _ request: Request, _ answered: (Member, String) throws(StoreError) -> Response
  ) -> Response {
    web.answer(request) { () throws(StoreError) -> Response in
      let token = request.parameters["token"] ?? ""
      guard let member = try store.accounts.passwordLink(token) else {
        return web.connecting.strangersAnswer(request) {
          web.html(pages.render(InvitationPage.passwordLinkOver), status: .notFound)
        }
      }
      return try answered(member, token)
    }
  }

  /// What is wrong with a password that is chosen by a link.
  static func problems(ofNewPassword form: FormFields) -> [FieldProblem] {
    let password = form["password"] ?? ""
    var problems: [FieldProblem] = []
    if !PasswordHasher.isAcceptable(password) {
      problems.append(FieldProblem("password", Words.FirstRun.badPassword))
    }
    if form["again"] != password { problems.append(FieldProblem("again", Words.Members.notSamePassword)) }
    return problems
  }

  private func newPasswordPage(
    _ request: Request, _ member: Member, problems: [FieldProblem] = []
  ) -> Response {
    let token = LoginCookie.form.value(request) ?? Secret.random().text
    let page = InvitationPage(
      passwordOf: member.email, path: request.path, csrf: token, problems: problems)
    var response = web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
    response.set(.form, token, request)
    return ConnectWeb.unlinked(response)
  }
}
