import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension AccountWeb {
  /// `GET /login/code`: the second step, after the right password.
  @Sendable func showLoginCode(_ request: Request) -> Response {
    web.answer(request) { () throws(StoreError) -> Response in
      let next = request.query["next"] ?? ""
      guard let challenge = try challenge(request) else { return toLogin(request, next: next) }
      return codePage(request, challenge, next: next)
    }
  }

  /// `POST /login/code`
  @Sendable func giveLoginCode(_ request: Request) -> Response {
    guard let form = loggedOutForm(request) else { return web.message(.badRequest, request) }
    let next = form["next"] ?? ""
    return web.answer(request) { () throws(StoreError) -> Response in
      guard let secret = LoginCookie.challenge.value(request), let challenge = try challenge(request) else {
        return toLogin(request, next: next)
      }
      let source = try source(request, of: challenge)
      // Not the address: others may have accounts with the same one.
      let account = "member \(challenge.member.rawValue)"
      let wait = limits.codes.delay(account: account, from: source, now: store.clock())
      guard wait == 0 else {
        var response = codePage(request, challenge, next: next, wait: wait, status: .tooManyRequests)
        response.headers[.retryAfter] = "\(wait)"
        return response
      }
      switch try store.accounts.giveLoginCode(form["code"] ?? "", challenge: secret, from: browser(request)) {
      case .begun(let cookies):
        limits.codes.succeeded(account: account, from: source)
        return begun(cookies, request, next: next)
      case .wrong:
        limits.codes.failed(account: account, from: source, now: store.clock())
        return codePage(request, challenge, next: next, error: LoginCodePage.wrongCode, status: .forbidden)
      case .over:
        limits.codes.failed(account: account, from: source, now: store.clock())
        return toLogin(request, next: next)
      }
    }
  }

  private func challenge(_ request: Request) throws(StoreError) -> LoginChallenge? {
    guard let secret = LoginCookie.challenge.value(request) else { return nil }
    return try store.accounts.loginChallenge(secret)
  }

  /// Back to the first step.
  private func toLogin(_ request: Request, next: String) -> Response {
    var response = Response.redirect(to: Self.withNext("/login", next))
    response.drop(.challenge, request)
    return response
  }

  private func codePage(
    _ request: Request, _ challenge: LoginChallenge, next: String, error: String = "", wait: Int = 0,
    status: HTTPResponse.Status = .ok
  ) -> Response {
    let token = LoginCookie.form.value(request) ?? Secret.random().text
    let page = LoginCodePage(
      csrf: token, next: Self.localPath(next) ?? "", error: error, waitSeconds: wait,
      takesAppCodes: challenge.takesAppCodes)
    var response = web.html(pages.render(page), status: status)
    response.set(.form, token, request)
    return response
  }
}
