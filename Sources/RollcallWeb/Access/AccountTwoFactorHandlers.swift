import HTTPServer
import HTTPTypes
import QRCode
import Rollcall
import RollcallStore

extension AccountWeb {
  /// `POST /account/two-factor/begin`
  @Sendable func beginTwoFactor(_ asked: AccountRequest) throws(StoreError) -> Response {
    if let wrong = try web.door.isOwnPassword(asked.form["password"] ?? "", asked).problem {
      return try accountPage(asked, problems: [FieldProblem("password", wrong)], status: .badRequest)
    }
    try store.accounts.beginTwoFactor(of: asked.session.member)
    return .redirect(to: "/account/two-factor")
  }

  /// `GET /account/two-factor`: the code to scan, and the form to confirm it.
  @Sendable func showTwoFactor(_ asked: AccountRequest) throws(StoreError) -> Response {
    try twoFactorPage(asked)
  }

  /// `GET /account/two-factor.svg`: the code for the app. Only during set-up.
  @Sendable func twoFactorCode(_ asked: AccountRequest) throws(StoreError) -> Response {
    guard let secret = try pendingSecret(asked),
      let code = QRCode(secret.address(account: asked.session.email))
    else { throw .notFound("second factor") }
    return Response(.ok, headers: [.contentType: "image/svg+xml"], body: .bytes(Array(code.svg.utf8)))
  }

  /// `POST /account/two-factor`: a code of the app turns it on.
  @Sendable func confirmTwoFactor(_ asked: AccountRequest) throws(StoreError) -> Response {
    guard try pendingSecret(asked) != nil else { return .redirect(to: "/account") }
    let source = LoginSource.known("account")
    let wait = limits.codes.delay(account: asked.throttled, from: source, now: store.clock())
    guard wait == 0 else {
      return try twoFactorPage(asked, problem: Words.Account.tooManyAttempts(waiting: wait))
    }
    let codes = try store.accounts.confirmTwoFactor(
      of: asked.session.member, code: asked.form["code"] ?? "", keeping: asked.session.id)
    guard let codes else {
      limits.codes.failed(account: asked.throttled, from: source, now: store.clock())
      return try twoFactorPage(asked, problem: Words.Account.wrongCode)
    }
    return codesPage(asked, codes, isNew: true)
  }

  /// `POST /account/two-factor/codes`: replaces the recovery codes with ten new ones.
  @Sendable func renewRecoveryCodes(_ asked: AccountRequest) throws(StoreError) -> Response {
    try proven(asked, "codes") { code throws(StoreError) in
      try store.accounts.renewRecoveryCodes(of: asked.session.member, code: code).map {
        codesPage(asked, $0, isNew: false)
      }
    }
  }

  /// `POST /account/two-factor/off`
  @Sendable func endTwoFactor(_ asked: AccountRequest) throws(StoreError) -> Response {
    try proven(asked, "off") { code throws(StoreError) in
      try store.accounts.endTwoFactor(of: asked.session.member, code: code)
        ? .redirect(to: "/account?done=two-factor-off") : nil
    }
  }

  /// Weakens a login, for a member who gives the password and a code of the second factor.
  ///
  /// - Parameters:
  ///   - form: the suffix of the fields' names.
  ///   - act: called with the code; `nil` when that is wrong.
  private func proven(
    _ asked: AccountRequest, _ form: String, _ act: (String) throws(StoreError) -> Response?
  ) throws(StoreError) -> Response {
    func refused(_ field: String, _ problem: String) throws(StoreError) -> Response {
      try accountPage(asked, problems: [FieldProblem("\(field)_\(form)", problem)], status: .badRequest)
    }
    if let wrong = try web.door.isOwnPassword(asked.form["password_\(form)"] ?? "", asked).problem {
      return try refused("password", wrong)
    }
    let (account, source) = (asked.throttled, LoginSource.known("account"))
    let wait = limits.codes.delay(account: account, from: source, now: store.clock())
    guard wait == 0 else { return try refused("code", Words.Account.tooManyAttempts(waiting: wait)) }
    guard let response = try act(asked.form["code_\(form)"] ?? "") else {
      limits.codes.failed(account: account, from: source, now: store.clock())
      return try refused("code", Words.Account.neitherCode)
    }
    limits.codes.succeeded(account: account, from: source)
    return response
  }

  /// The secret of a second factor during set-up.
  private func pendingSecret(_ asked: AccountRequest) throws(StoreError) -> TOTPSecret? {
    guard let factor = try store.accounts.twoFactor(of: asked.session.member), factor.confirmedAt == nil
    else {
      return nil
    }
    // Begun before the key was lost, so it must begin again.
    return factor.secret
  }

  private func twoFactorPage(_ asked: AccountRequest, problem: String = "") throws(StoreError) -> Response {
    guard let secret = try pendingSecret(asked) else { return .redirect(to: "/account") }
    let page = TwoFactorPage(
      shell: web.door.accountShell(asked, title: Words.Account.secondFactor), key: secret.grouped,
      problems: problem.utf8.isEmpty ? [] : [FieldProblem("code", problem)])
    return web.html(pages.render(page), status: problem.utf8.isEmpty ? .ok : .badRequest)
  }

  private func codesPage(_ asked: AccountRequest, _ codes: [RecoveryCode], isNew: Bool) -> Response {
    let page = RecoveryCodesPage(
      shell: web.door.accountShell(asked, title: Words.Account.recoveryCodes), email: asked.session.email,
      codes: codes.map(\.text),
      isNew: isNew)
    return web.html(pages.render(page))
  }
}
