import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension AccountWeb {
  /// `GET /login`.
  @Sendable func showLogin(_ request: Request) -> Response {
    web.answer(request) { () throws(StoreError) -> Response in
      let isAgain = request.query["again"] != nil
      let session = isAgain ? try web.door.consoleSession(of: request) : nil
      return loginPage(
        request, next: request.query["next"] ?? "", email: session?.email ?? "", isAgain: isAgain)
    }
  }

  /// `POST /login`.
  @Sendable func login(_ request: Request) -> Response {
    guard let form = loggedOutForm(request) else { return web.message(.badRequest, request) }
    let email = (form["email"] ?? "").lowercased()
    let next = form["next"] ?? ""
    return web.answer(request) { () throws(StoreError) -> Response in
      let (source, known, wait) = try attempt(request, at: email, store.accounts.members(email: email))
      guard wait == 0 else {
        var response = loginPage(request, next: next, email: email, wait: wait, status: .tooManyRequests)
        response.headers[.retryAfter] = "\(wait)"
        return response
      }
      guard let member = try account(of: known, with: form["password"] ?? "") else {
        limits.passwords.failed(account: email, from: source, now: store.clock())
        for member in known { store.audit.recordFailedLogin(of: member.id) }
        return loginPage(
          request, next: next, email: email, error: LoginPage.wrongCredentials, status: .forbidden)
      }
      limits.passwords.succeeded(account: email, from: source)
      switch try store.accounts.login(member.id, from: browser(request)) {
      case .begun(let cookies): return begun(cookies, request, next: next)
      case .codeNeeded(let challenge):
        var response = Response.redirect(to: Self.withNext("/login/code", next))
        response.set(.challenge, challenge.text, request)
        return response
      }
    }
  }

  /// The account that a password opens, among those of an address; the newest if it opens several.
  private func account(of known: [Member], with password: String) throws(StoreError) -> Member? {
    // Also for an unknown address, so that both take as long.
    let rights = web.passwords.verify(password, againstEach: known.map(\.passwordHash))
    guard let index = rights.firstIndex(of: true), known.indices.contains(index) else { return nil }
    let member = known[index]
    // The accounts of an address share one salt, so that the time of a login does not reveal their number. A
    // password set on the command line has its own.
    if let first = known.last?.passwordHash, !PasswordHasher.hasSameSalt(first, member.passwordHash),
      let hash = try? web.passwords.hash(password, saltOf: first)
    {
      try store.accounts.rehash(member, to: hash)
    }
    return member
  }

  /// `POST /logout`.
  @Sendable func logout(_ request: Request) -> Response {
    web.answer(request) { () throws(StoreError) -> Response in
      guard let session = try web.door.consoleSession(of: request), let form = request.form(),
        !FormGuard.isCrossSite(request), FormGuard.isOurs(form, token: session.csrf)
      else { return web.message(.badRequest, request) }
      if let cookie = LoginCookie.session.value(request) {
        try store.accounts.endConsoleSession(cookie: cookie)
      }
      return loggedOut(request)
    }
  }

  /// Redirects, without the login's cookie.
  func loggedOut(_ request: Request) -> Response {
    var response = Response.redirect(to: "/login")
    response.drop(.session, request)
    return response
  }

  /// `GET /`: the first workspace of the logged-in member, or the board of a screen.
  @Sendable func home(_ request: Request) -> Response {
    web.answer(request) { () throws(StoreError) -> Response in
      guard let session = try web.door.consoleSession(of: request) else {
        let screen = try web.door.screenSession(of: request)
        return .redirect(to: screen.map { Shell.Section.board.path($0.workspace.slug) } ?? "/login")
      }
      guard let first = session.memberships.first else { return .redirect(to: "/account") }
      return .redirect(to: Self.startPage(first.workspace, first.role))
    }
  }

  /// The first page that a role may see.
  static func startPage(_ workspace: Workspace, _ role: Role) -> String {
    if role.allows(.viewLiveMap) { return Shell.Section.board.path(workspace.slug) }
    return role.allows(.exportHistory)
      ? PagePath.find(workspace.slug) : Shell.Section.history.path(workspace.slug)
  }

  /// The form of a logged-out visitor, when our own page sent it; otherwise `nil`. A program has neither
  /// cookie nor origin; a browser that got the form sends its token back.
  func loggedOutForm(_ request: Request) -> FormFields? {
    guard !FormGuard.isCrossSite(request), let form = request.form() else { return nil }
    guard let token = LoginCookie.form.value(request) else { return form["_csrf"] == nil ? form : nil }
    return FormGuard.isOurs(form, token: token) ? form : nil
  }

  private func loginPage(
    _ request: Request, next: String, email: String, error: String = "", isAgain: Bool = false, wait: Int = 0,
    status: HTTPResponse.Status = .ok
  ) -> Response {
    let token = LoginCookie.form.value(request) ?? Secret.random().text
    let page = LoginPage(
      csrf: token, next: Self.localPath(next) ?? "", email: email, error: error, isAgain: isAgain,
      waitSeconds: wait)
    var response = web.html(pages.render(page), status: status)
    response.set(.form, token, request)
    return response
  }

  /// A path with the page to open afterwards.
  static func withNext(_ path: String, _ next: String) -> String {
    localPath(next).map { "\(path)?\(FormFields([(name: "next", value: $0)]).encoded)" } ?? path
  }

  /// `next` if it is a path within this site.
  static func localPath(_ next: String) -> String? {
    let bytes = Array(next.utf8)
    guard bytes.first == UInt8(ascii: "/"), bytes.count <= 2_000,
      bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
    else { return nil }
    return bytes.count > 1 && bytes[1] == UInt8(ascii: "/") ? nil : next
  }
}
