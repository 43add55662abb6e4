import Foundation
import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension AccountWeb {
  /// `GET /account`: password, second factor, and logins of the logged-in member.
  @Sendable func showAccount(_ asked: AccountRequest) throws(StoreError) -> Response {
    let notice =
      switch asked.request.query["done"] {
      case "password":
        ActionNotice(.calm, Words.Account.passwordChanged, detail: Words.Account.otherLoginsEnded)
      case "two-factor-off":
        ActionNotice(.warning, Words.Account.secondFactorOff, detail: Words.Account.passwordAloneLogs)
      case "login": ActionNotice(.calm, Words.Account.loginEnded)
      case "declined": ActionNotice(.calm, Words.Account.invitationDeclined)
      default: try neededTwoFactor(asked)
      }
    return try accountPage(asked, notice: notice)
  }

  /// Says that a workspace waits for the second factor; `nil` when none does.
  private func neededTwoFactor(_ asked: AccountRequest) throws(StoreError) -> ActionNotice? {
    let waiting = asked.session.memberships.first { $0.needsTwoFactor && !asked.session.hasTwoFactor }
    return waiting.map {
      ActionNotice(
        .warning, Words.Account.wantsSecondFactorOwnersAdmins($0.workspace.name),
        detail: Words.Account.setUpBelowWorkspaceOpens)
    }
  }

  /// `POST /account/invitations/{id}/accept`
  @Sendable func acceptMembership(_ asked: AccountRequest) throws(StoreError) -> Response {
    let workspace = try answerMembership(asked, accepting: true)
    return .redirect(to: "/w/\(workspace.slug)")
  }

  /// `POST /account/invitations/{id}/decline`
  @Sendable func declineMembership(_ asked: AccountRequest) throws(StoreError) -> Response {
    _ = try answerMembership(asked, accepting: false)
    return .redirect(to: "/account?done=declined")
  }

  private func answerMembership(
    _ asked: AccountRequest, accepting: Bool
  ) throws(StoreError) -> Workspace {
    guard let id = asked.request.parameters["id"].flatMap({ Int64($0) }) else {
      throw .notFound("invitation")
    }
    return try store.accounts.answerMembership(
      Invitation.ID(id), accepting: accepting, as: asked.session.member)
  }

  /// `POST /account/password`
  @Sendable func changePassword(_ asked: AccountRequest) throws(StoreError) -> Response {
    let new = asked.form["new"] ?? ""
    var problems: [FieldProblem] = []
    if !PasswordHasher.isAcceptable(new) { problems.append(FieldProblem("new", Words.FirstRun.badPassword)) }
    if asked.form["again"] != new { problems.append(FieldProblem("again", Words.Account.notSamePassword)) }
    if problems.isEmpty, let wrong = try web.door.isOwnPassword(asked.form["current"] ?? "", asked).problem {
      problems.append(FieldProblem("current", wrong))
    }
    guard problems.isEmpty else { return try accountPage(asked, problems: problems, status: .badRequest) }
    let old = try store.accounts.member(asked.session.member)?.passwordHash
    guard let hash = try? web.passwords.hash(new, saltOf: old) else {
      throw .unavailable("no hash of a password")
    }
    try store.accounts.changePassword(of: asked.session.member, to: hash, keeping: asked.session.id)
    return .redirect(to: "/account?done=password")
  }

  /// `POST /account/logins/{id}/end`
  @Sendable func endLogin(_ asked: AccountRequest) throws(StoreError) -> Response {
    guard let id = asked.request.parameters["id"].flatMap({ Int64($0) }) else { throw .notFound("login") }
    try store.accounts.endSession(ConsoleSession.ID(id), of: asked.session.member)
    return id == asked.session.id.rawValue ? loggedOut(asked.request) : .redirect(to: "/account?done=login")
  }

  /// `POST /account/logins/end`: ends all of them, including this one.
  @Sendable func endLogins(_ asked: AccountRequest) throws(StoreError) -> Response {
    try store.accounts.endAllSessions(of: asked.session.member)
    return loggedOut(asked.request)
  }

  func accountPage(
    _ asked: AccountRequest, problems: [FieldProblem] = [], notice: ActionNotice? = nil,
    status: HTTPResponse.Status = .ok
  ) throws(StoreError) -> Response {
    let zone = asked.session.memberships.first?.workspace.timeZone ?? "UTC"
    let clock = Zone.pageClock(zone, now: store.clock())
    let page = AccountPage(
      shell: web.door.accountShell(asked, title: "Account"), email: asked.session.email,
      offered: try store.accounts.offeredMemberships(to: asked.session.member).map {
        OfferedMembershipRow($0, clock: clock)
      }, twoFactor: try twoFactorState(asked, clock),
      logins: try store.accounts.logins(of: asked.session.member).map {
        LoginRow($0, isThis: $0.id == asked.session.id, clock: clock)
      }, problems: problems, notice: notice)
    return web.html(pages.render(page), status: status)
  }

  private func twoFactorState(
    _ asked: AccountRequest, _ clock: PageClock
  ) throws(StoreError) -> TwoFactorState? {
    guard let factor = try store.accounts.twoFactor(of: asked.session.member), let since = factor.confirmedAt
    else {
      return nil
    }
    return TwoFactorState(
      since: clock.minute(since), codesLeft: factor.codesLeft, isLost: factor.secret == nil)
  }
}
