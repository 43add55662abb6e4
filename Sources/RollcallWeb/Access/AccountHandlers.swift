import Foundation
import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension Web {
  /// `GET /account`: password, second factor, and logins of whoever is logged in.
  @Sendable func showAccount(_ asked: AccountRequest) throws(StoreError) -> Response {
    let notice =
      switch asked.request.query["done"] {
      case "password":
        ActionNotice(.calm, "Your password is changed.", detail: "Your other logins have ended.")
      case "two-factor-off":
        ActionNotice(.warning, "The second factor is off.", detail: "Your password alone logs you in.")
      case "login": ActionNotice(.calm, "That login has ended.")
      default: ActionNotice?.none
      }
    return try accountPage(asked, notice: notice)
  }

  /// `POST /account/password`
  @Sendable func changePassword(_ asked: AccountRequest) throws(StoreError) -> Response {
    let new = asked.form["new"] ?? ""
    var problems: [FieldProblem] = []
    if !PasswordHasher.isAcceptable(new) { problems.append(FieldProblem("new", "8 to 1,024 bytes.")) }
    if asked.form["again"] != new { problems.append(FieldProblem("again", "This is not the same password.")) }
    if problems.isEmpty, let wrong = try isOwnPassword(asked.form["current"] ?? "", asked).problem {
      problems.append(FieldProblem("current", wrong))
    }
    guard problems.isEmpty else { return try accountPage(asked, problems: problems, status: .badRequest) }
    guard let hash = try? passwords.hash(new) else { throw .unavailable("no hash of a password") }
    try store.changePassword(of: asked.session.member, to: hash, keeping: asked.session.id)
    return .redirect(to: "/account?done=password")
  }

  /// `POST /account/logins/{id}/end`
  @Sendable func endLogin(_ asked: AccountRequest) throws(StoreError) -> Response {
    guard let id = asked.request.parameters["id"].flatMap({ Int64($0) }) else { throw .notFound("login") }
    try store.endSession(ConsoleSession.ID(id), of: asked.session.member)
    return id == asked.session.id.rawValue ? loggedOut(asked.request) : .redirect(to: "/account?done=login")
  }

  /// `POST /account/logins/end`: all of them, this one too.
  @Sendable func endLogins(_ asked: AccountRequest) throws(StoreError) -> Response {
    try store.endAllSessions(of: asked.session.member)
    return loggedOut(asked.request)
  }

  func accountPage(
    _ asked: AccountRequest, problems: [FieldProblem] = [], notice: ActionNotice? = nil,
    status: HTTPResponse.Status = .ok
  ) throws(StoreError) -> Response {
    let zone = asked.session.memberships.first?.workspace.timeZone ?? "UTC"
    let clock = Zone.pageClock(zone, now: store.clock())
    let page = AccountPage(
      shell: accountShell(asked, title: "Account"), email: asked.session.email,
      twoFactor: try twoFactorState(asked, clock),
      logins: try store.logins(of: asked.session.member).map { login in
        LoginRow(
          id: login.id.rawValue, isThis: login.id == asked.session.id, since: login.createdAt,
          lastSeen: login.lastSeen, address: login.address, browser: login.browser, clock: clock)
      }, problems: problems, notice: notice)
    return html(pages.render(page), status: status)
  }

  private func twoFactorState(
    _ asked: AccountRequest, _ clock: PageClock
  ) throws(StoreError) -> TwoFactorState? {
    guard let factor = try store.twoFactor(of: asked.session.member), let since = factor.confirmedAt else {
      return nil
    }
    return TwoFactorState(since: clock.minute(since), codesLeft: factor.codesLeft)
  }
}
