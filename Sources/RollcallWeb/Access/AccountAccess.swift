import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

/// A request of a logged-in member about their own account.
struct AccountRequest: Sendable {
  let request: Request
  let session: ConsoleSession
  /// The fields of a form that our own page sent; empty for a GET.
  let form: FormFields

  /// The key that wrong passwords and codes count against. Not the address: others may have accounts with the
  /// same one.
  var throttled: String { "member \(session.member.rawValue)" }
}

/// A handler of the member's own account; runs on a lane's thread and may block.
typealias AccountHandler = @Sendable (AccountRequest) throws(StoreError) -> Response

extension Door {
  /// The largest form of an account, bytes.
  static let formLimit = 8_192

  /// A route for logged-in members of any role. Checks for all of them that a form comes from our own page.
  func account(
    _ method: HTTPRequest.Method, _ pattern: String, lane: Lane = .page, _ handler: @escaping AccountHandler
  ) -> Route {
    let isForm = method == .post
    return Route(
      method, pattern, body: isForm ? .form(limit: Door.formLimit) : .none, audience: "member",
      admission: isForm ? .work { admitMember($0, otherwise: Self.loginFirst) } : .open,
      handler: .work(lane) { request in
        web.answer(request) { () throws(StoreError) -> Response in
          guard let session = try consoleSession(of: request) else { return Self.loginFirst(request) }
          record(Visitor.asker(session.member), request)
          guard isForm else {
            return try handler(AccountRequest(request: request, session: session, form: FormFields()))
          }
          guard !FormGuard.isCrossSite(request), let form = request.form(),
            FormGuard.isOurs(form, token: session.csrf)
          else { return web.message(.badRequest, request) }
          return try handler(AccountRequest(request: request, session: session, form: form))
        }
      })
  }

  /// Admits a member's form before its body is read, in any workspace.
  func admitMember(_ request: Request, otherwise refusal: (Request) -> Response) -> Admission {
    var found: Admitted<ConsoleSession>?
    let refused = web.answer(request) { () throws(StoreError) -> Response in
      found = try Admitted.of(store.audit.rights) { () throws(StoreError) in try consoleSession(of: request) }
      return found == nil ? refusal(request) : Response(.ok)
    }
    let asker = (found?.value.member).map(Visitor.asker)
    record(asker, request)
    return asker.map { .known($0, finding: found) } ?? .refused(refused)
  }

  private static func loginFirst(_ request: Request) -> Response {
    guard !request.sendsJSON else { return loginOrKeyNeeded }
    return .redirect(to: AccountWeb.withNext("/login", request.method == .post ? "/account" : request.target))
  }

  /// The shell of an account page: that of the first workspace, with no page selected.
  func accountShell(_ asked: AccountRequest, title: String) -> Shell {
    let first = asked.session.memberships.first
    var shell = Shell(
      section: nil, title: title, slug: first?.workspace.slug ?? "",
      workspace: first?.workspace.name ?? Words.Account.noWorkspace,
      others: asked.session.memberships.map { (slug: $0.workspace.slug, name: $0.workspace.name) },
      member: asked.session.email, role: first?.role ?? .viewer, csrf: asked.session.csrf, now: store.clock())
    if first == nil {
      (shell.pages, shell.alerts, shell.review) = ([], nil, nil)
      (shell.more, shell.settings, shell.newIncident, shell.search) = ([], [], "", "")
    }
    (shell.isWatched, shell.loginEnds) = (false, asked.session.endsAt.rfc3339)
    for index in shell.workspaces.indices { shell.workspaces[index].isCurrent = false }
    return shell
  }

  /// Whether the typed password is the member's own; wrong ones slow down only this account's forms.
  func isOwnPassword(_ typed: String, _ asked: AccountRequest) throws(StoreError) -> OwnPassword {
    let source = LoginSource.known("account")
    let wait = limits.passwords.delay(account: asked.throttled, from: source, now: store.clock())
    guard wait == 0 else { return .wait(seconds: wait) }
    let hash = try store.accounts.member(asked.session.member)?.passwordHash
    guard web.passwords.verify(typed, against: hash) else {
      limits.passwords.failed(account: asked.throttled, from: source, now: store.clock())
      store.audit.recordFailedLogin(of: asked.session.member)
      return .wrong
    }
    limits.passwords.succeeded(account: asked.throttled, from: source)
    return .right
  }
}

/// The result of asking for the password again.
enum OwnPassword {
  case right, wrong
  case wait(seconds: Int)

  /// The message beside its field; `nil` when it is right.
  var problem: String? {
    switch self {
    case .right: nil
    case .wrong: Words.Account.notPassword
    case .wait(let seconds): Words.Account.tooManyAttempts(waiting: seconds)
    }
  }
}
