import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension Web {
  /// The form's own token, before anybody is logged in.
  private static let formCookie = "rollcall_form"

  /// `GET /login`.
  @Sendable func showLogin(_ request: Request) -> Response {
    loginPage(request, next: request.query["next"] ?? "", email: "")
  }

  /// `POST /login`.
  @Sendable func login(_ request: Request) -> Response {
    guard !FormGuard.isCrossSite(request), let form = request.form(), isOurLogin(form, request) else {
      return message(.badRequest, request)
    }
    let email = (form["email"] ?? "").lowercased()
    let next = form["next"] ?? ""
    let wait = throttle.delay(email: email, peer: request.peer, now: store.clock())
    guard wait == 0 else {
      var response = loginPage(request, next: next, email: email, wait: wait, status: .tooManyRequests)
      response.headers[.retryAfter] = "\(wait)"
      return response
    }
    return answer(request) { () throws(StoreError) -> Response in
      let known = try store.member(email: email)
      // Also for an address that nobody has, so that both take as long.
      let isRight = passwords.verify(form["password"] ?? "", against: known?.passwordHash)
      guard isRight, let member = known else {
        throttle.failed(email: email, peer: request.peer, now: store.clock())
        if let known { store.noteFailedLogin(of: known.id) }
        return loginPage(
          request, next: next, email: email, error: LoginPage.wrongCredentials, status: .forbidden)
      }
      throttle.succeeded(email: email, peer: request.peer)
      let secret = try store.beginConsoleSession(of: member)
      var response = Response.redirect(to: Self.localPath(next) ?? "/")
      response.headers[.setCookie] = Self.cookie(secret.text, request)
      return response
    }
  }

  /// `POST /logout`.
  @Sendable func logout(_ request: Request) -> Response {
    answer(request) { () throws(StoreError) -> Response in
      guard let session = try consoleSession(of: request), let form = request.form(),
        !FormGuard.isCrossSite(request), FormGuard.isOurs(form, token: session.csrf)
      else { return message(.badRequest, request) }
      if let cookie = request.cookie(Self.cookieName(request)) { try store.endConsoleSession(cookie: cookie) }
      var response = Response.redirect(to: "/login")
      response.headers[.setCookie] = Self.cookie("", request) + "; Max-Age=0"
      return response
    }
  }

  /// `GET /`: the first workspace of whoever is logged in.
  @Sendable func home(_ request: Request) -> Response {
    answer(request) { () throws(StoreError) -> Response in
      guard let session = try consoleSession(of: request) else { return .redirect(to: "/login") }
      guard let first = session.memberships.first else { return message(.forbidden, request) }
      return .redirect(to: Self.startPage(first.workspace, first.role))
    }
  }

  /// The first page that a role may see.
  static func startPage(_ workspace: Workspace, _ role: Role) -> String {
    let section: Shell.Section = role.allows(.viewLiveMap) ? .board : .history
    return section.path(workspace.slug)
  }

  /// A program has neither cookie nor origin; a browser that got the form sends its token back.
  private func isOurLogin(_ form: FormFields, _ request: Request) -> Bool {
    guard let token = request.cookie(Self.formCookie) else { return form["_csrf"] == nil }
    return FormGuard.isOurs(form, token: token)
  }

  private func loginPage(
    _ request: Request, next: String, email: String, error: String = "", wait: Int = 0,
    status: HTTPResponse.Status = .ok
  ) -> Response {
    let token = request.cookie(Self.formCookie) ?? Secret.random().text
    let page = LoginPage(
      csrf: token, next: Self.localPath(next) ?? "", email: email, error: error, waitSeconds: wait)
    var response = html(pages.render(page), status: status)
    let secure = request.isSecure ? "; Secure" : ""
    response.headers[.setCookie] = "\(Self.formCookie)=\(token); Path=/login; HttpOnly; SameSite=Strict\(secure)"
    return response
  }

  private static func cookie(_ value: String, _ request: Request) -> String {
    let secure = request.isSecure ? "; Secure" : ""
    return "\(cookieName(request))=\(value); Path=/; HttpOnly; SameSite=Lax\(secure)"
  }

  /// `next` when it leads into this site and nowhere else.
  static func localPath(_ next: String) -> String? {
    let bytes = Array(next.utf8)
    guard bytes.first == UInt8(ascii: "/"), bytes.count <= 2_000,
      bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
    else { return nil }
    return bytes.count > 1 && bytes[1] == UInt8(ascii: "/") ? nil : next
  }
}
