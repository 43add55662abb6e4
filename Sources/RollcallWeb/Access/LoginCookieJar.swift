import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

/// The cookies of the console. Over TLS each has a name that only a secure origin can set, for the whole host.
enum LoginCookie: String {
  /// A login.
  case session = ""
  /// Identifies a browser at its next login.
  case browser
  /// A login that has passed the password and still owes the code.
  case challenge = "code"
  /// A screen on a wall.
  case screen
  /// The form token of visitors who are not logged in.
  case form

  /// Its name, as the request's connection allows.
  func name(_ request: Request) -> String {
    guard self != .session else { return request.isSecure ? "__Host-rollcall" : "rollcall" }
    return request.isSecure ? "__Host-rollcall-\(rawValue)" : "rollcall_\(rawValue)"
  }

  /// The cookie's value; `nil` when the browser sent none.
  func value(_ request: Request) -> String? {
    request.cookie(name(request)).flatMap { $0.utf8.isEmpty ? nil : $0 }
  }

  /// How long the browser keeps it, seconds; `nil` = until it is closed.
  private var age: Int64? {
    switch self {
    case .browser: AccountStore.browserLifetime / 1_000
    case .challenge: 300
    case .session, .screen, .form: nil
    }
  }

  /// The header field that sets it.
  ///
  /// - Parameter seconds: how long the browser keeps it; by default its kind's lifetime.
  func field(_ value: String, _ request: Request, seconds: Int64? = nil) -> HTTPField {
    // A link from another site to the console keeps the login; a form from another site does not.
    let site = self == .session || self == .screen ? "Lax" : "Strict"
    let age = (seconds ?? age).map { "; Max-Age=\($0)" } ?? ""
    let secure = request.isSecure ? "; Secure" : ""
    return HTTPField(
      name: .setCookie, value: "\(name(request))=\(value); Path=/; HttpOnly; SameSite=\(site)\(age)\(secure)")
  }
}

extension Response {
  /// Sets a cookie, besides those set already.
  mutating func set(_ cookie: LoginCookie, _ value: String, _ request: Request, seconds: Int64? = nil) {
    headers.append(cookie.field(value, request, seconds: seconds))
  }

  /// Deletes a cookie.
  mutating func drop(_ cookie: LoginCookie, _ request: Request) {
    headers.append(cookie.field("", request, seconds: 0))
  }
}

extension AccountWeb {
  /// The browser and origin of a login, for the list of logins.
  func browser(_ request: Request) -> LoginBrowser {
    LoginBrowser(
      name: BrowserName.of(request.headers[.userAgent] ?? ""), address: request.peer,
      known: LoginCookie.browser.value(request), replaced: LoginCookie.session.value(request))
  }

  /// The source of an attempt at one account.
  func source(_ request: Request, of challenge: LoginChallenge) throws(StoreError) -> LoginSource {
    guard let cookie = LoginCookie.browser.value(request),
      try store.accounts.all(knowing: cookie, of: challenge.email).contains(challenge.member)
    else { return .network(request.network) }
    return .known(cookie)
  }

  /// An attempt at the accounts of an address: its source, the accounts that it may open, and how many
  /// seconds it must wait. A browser known to some of them is a stranger to the others, but strangers'
  /// attempts must not slow it down at its own.
  func attempt(
    _ request: Request, at email: String, _ accounts: [Member]
  ) throws(StoreError) -> (source: LoginSource, accounts: [Member], wait: Int) {
    let now = store.clock()
    let stranger = LoginSource.network(request.network)
    let wait = limits.passwords.delay(account: email, from: stranger, now: now)
    guard let cookie = LoginCookie.browser.value(request) else { return (stranger, accounts, wait) }
    let familiar = try store.accounts.all(knowing: cookie, of: email)
    let own = accounts.filter { familiar.contains($0.id) }
    guard !own.isEmpty, own.count == accounts.count || wait > 0 else { return (stranger, accounts, wait) }
    let known = LoginSource.known(cookie)
    return (known, own, limits.passwords.delay(account: email, from: known, now: now))
  }

  /// A login has begun: sets its cookies, and redirects.
  func begun(_ cookies: LoginCookies, _ request: Request, next: String) -> Response {
    var response = Response.redirect(to: Self.localPath(next) ?? "/")
    response.set(.session, cookies.session, request)
    response.set(.browser, cookies.browser, request)
    response.drop(.challenge, request)
    return response
  }
}
