import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

/// A viewer of a workspace: a member in a browser, or a script with a key.
struct Visitor: Sendable {
  /// The scope of their actions.
  let scope: Scope
  /// Their name on pages.
  let name: String
  /// The workspace they look at.
  let workspace: Workspace
  /// Their role there.
  let role: Role
  /// The token of the login's forms; `nil` for scripts, which carry no cookie that could be misused.
  let csrf: String?
  /// The workspaces they may switch to.
  let memberships: [Membership]
  /// Whether it is a screen on a wall, which sees only the board.
  var isScreen: Bool {
    if case .screen = scope.actor { true } else { false }
  }
  /// Whether they must set up a second factor before doing anything else here.
  var owesTwoFactor = false
  /// Whether the login has long been used only for watching.
  var needsPassword = false
  /// When their login ends at the latest; `nil` for keys and screens.
  var loginEnds: Timestamp?

  /// Their account; `nil` for keys and screens.
  var account: Member.ID? { scope.actor.member }

  /// The visitor for an actor in a workspace.
  init(
    _ actor: Actor, name: String, workspace: Workspace, role: Role, from origin: String, csrf: String?,
    memberships: [Membership]
  ) {
    scope = Scope(workspace.id, by: actor, role: role, from: origin)
    (self.name, self.workspace, self.role) = (name, workspace, role)
    (self.csrf, self.memberships) = (csrf, memberships)
  }

  /// Identifies them where turns are taken. Names of keys repeat between workspaces, and an address may have
  /// several accounts.
  var asker: String { account.map(Self.asker) ?? "\(scope.actor.word) \(workspace.slug)" }

  /// The same for a member, in any workspace.
  static func asker(_ account: Member.ID) -> String { "account \(account.rawValue)" }
}

/// A permitted request to a workspace.
struct ConsoleRequest: Sendable {
  let request: Request
  let visitor: Visitor
}

/// A handler of the console; runs on a lane's thread and may block.
typealias ConsoleHandler = @Sendable (ConsoleRequest) throws(StoreError) -> Response

extension Door {
  /// A route of the console: checks the visitor, the workspace and the permission for all of them.
  ///
  /// - Parameter screens: whether screens on a wall may see it.
  func console(
    _ method: HTTPRequest.Method, _ pattern: String, _ permission: Permission, past: Permission? = nil,
    lane: Lane = .page, body: Route.BodyRule = .none, screens: Bool = false,
    _ handler: @escaping ConsoleHandler
  ) -> Route {
    Route(
      method, pattern, body: body, audience: permission.rawValue,
      // A request with a body, or for slow work, is checked at admission.
      admission: body == .none && lane == .page
        ? .open : .work { admit($0, Self.needed($0, permission, past), screens: screens) },
      handler: .work(lane) { request in
        web.answer(request) { () throws(StoreError) -> Response in
          switch try visitor(of: request, Self.needed(request, permission, past), screens: screens) {
          case .success(let visitor):
            record(visitor.asker, request)
            if let plain = try plainTarget(request, of: visitor) { return .redirect(to: plain) }
            var response = try handler(ConsoleRequest(request: request, visitor: visitor))
            response.asker = visitor.asker
            response.isStillAllowed = stillAllowed(
              request, Self.needed(request, permission, past), screens: screens)
            return response
          case .failure(let turnedAway):
            record(nil, request)
            return turnedAway.response
          }
        }
      })
  }

  /// Checks the head of a console request; the handler gets the finding.
  private func admit(_ request: Request, _ permission: Permission, screens: Bool) -> Admission {
    var found: Admitted<Visitor>?
    let refused = web.answer(request) { () throws(StoreError) -> Response in
      let asOf = store.audit.rights.now
      switch try visitor(of: request, permission, screens: screens) {
      case .success(let visitor):
        found = Admitted(visitor, asOf: asOf)
        return Response(.ok)
      case .failure(let turnedAway): return turnedAway.response
      }
    }
    let asker = found?.value.asker
    record(asker, request)
    return asker.map { .known($0, finding: found) } ?? .refused(refused)
  }

  /// The permission needed for a page that can show a past moment.
  private static func needed(_ request: Request, _ permission: Permission, _ past: Permission?) -> Permission
  {
    guard let past, !BoardFilter(request.query.pairs).at.utf8.isEmpty else { return permission }
    return past
  }

  /// The sender and their permission.
  private func visitor(
    of request: Request, _ permission: Permission, screens: Bool
  ) throws(StoreError) -> Result<Visitor, TurnedAway> {
    guard let found = try identify(request) else { return .failure(TurnedAway(loginNeeded(request))) }
    guard let visitor = found else { return .failure(TurnedAway(web.message(.notFound, request))) }
    guard visitor.role.allows(permission), screens || !visitor.isScreen else {
      return .failure(TurnedAway(web.message(.forbidden, request, visitor)))
    }
    guard !visitor.owesTwoFactor else { return .failure(TurnedAway(twoFactorNeeded(request))) }
    guard !visitor.needsPassword || !permission.needsPassword && !request.path.hasSuffix(".csv") else {
      return .failure(TurnedAway(passwordNeeded(request)))
    }
    return .success(visitor)
  }

  /// Redirects to the login page: a passer-by at a console that is only watched must not export, erase or
  /// change settings.
  private func passwordNeeded(_ request: Request) -> Response {
    guard !Self.isForPrograms(request) else {
      return Answer.unauthorized(.tokenExpired, "Log in again: this login was only watched for 30 minutes")
    }
    return .redirect(
      to:
        "/login?\(FormFields([(name: "next", value: Self.pageBefore(request)), (name: "again", value: "1")]).encoded)"
    )
  }

  /// Redirects to the set-up of the second factor; programs with a member's cookie get an error.
  private func twoFactorNeeded(_ request: Request) -> Response {
    guard !Self.isForPrograms(request) else {
      return Answer.refusal(
        .forbidden, .forbidden, "The workspace wants a second factor of its owners and admins")
    }
    return .redirect(to: "/account")
  }

  /// `nil`: not logged in. `.some(nil)`: logged in, but not a member of the workspace.
  func identify(_ request: Request) throws(StoreError) -> Visitor?? {
    if let admitted = request.found(Visitor.self, after: store.audit.rights) { return .some(admitted) }
    let slug = request.parameters["ws"] ?? ""
    if let secret = Self.bearer(request) {
      guard let key = try store.members.apiKey(secret) else { return nil }
      guard key.workspace.slug == slug else { return .some(nil) }
      return Visitor(
        .key(name: key.name), name: key.name, workspace: key.workspace, role: key.role, from: request.peer,
        csrf: nil, memberships: [])
    }
    guard let session = try consoleSession(of: request) else { return try screen(request, slug) }
    guard let membership = session.memberships.first(where: { $0.workspace.slug == slug }) else {
      return .some(nil)
    }
    var visitor = Visitor(
      .member(session.member, email: session.email), name: session.email, workspace: membership.workspace,
      role: membership.role, from: request.peer, csrf: session.csrf, memberships: session.memberships)
    visitor.owesTwoFactor = membership.needsTwoFactor && !session.hasTwoFactor
    (visitor.needsPassword, visitor.loginEnds) = (session.needsPassword, session.endsAt)
    return visitor
  }

  /// The login of the request's cookie, which admission may have found.
  func consoleSession(of request: Request) throws(StoreError) -> ConsoleSession? {
    if let admitted = request.found(ConsoleSession.self, after: store.audit.rights) { return admitted }
    guard let cookie = LoginCookie.session.value(request) else { return nil }
    return try store.accounts.consoleSession(cookie: cookie, address: request.peer) {
      Self.use(request, $0)
    }
  }

  /// How a request counts for a login. Pages fetch their fragments only while they are visible: those of the
  /// control room count as use for its members. Hidden pages ask for alerts, also as a fragment.
  private static func use(_ request: Request, _ session: ConsoleSession) -> SessionUse {
    let slug = request.parameters["ws"] ?? ""
    let watches = session.memberships.contains { membership in
      membership.workspace.slug == slug && membership.workspace.watchingCounts
        && membership.role.allows(.viewLiveMap)
    }
    let isProgram = request.method == .get && isForPrograms(request)
    // What a page fetches of itself says nothing about a person.
    if isPart(request) { return .poll }
    if request.method == .get, request.query["renewed"] != nil { return watches ? .watch : .poll }
    guard request.query["fragment"] != nil else { return isProgram ? .watch : .act }
    let isWatched =
      !isProgram
      && Shell.Section.allCases.contains { section in
        let path = section.path(slug)
        return section.isWatched && (request.path == path || request.path.hasPrefix(path + "/"))
      }
    return watches && isWatched ? .watch : .poll
  }

  /// Whether a page asks for it without a click: its print style, and the tiles of its map.
  private static func isPart(_ request: Request) -> Bool {
    request.path.hasSuffix("/print.css") || request.path.contains("/map/tiles/")
  }

  /// The screen of the request's cookie.
  func screenSession(of request: Request) throws(StoreError) -> ScreenSession? {
    guard let cookie = LoginCookie.screen.value(request) else { return nil }
    return try store.members.screenSession(cookie: cookie)
  }

  /// A screen as a visitor: it sends no forms, so no form token is right.
  private func screen(_ request: Request, _ slug: String) throws(StoreError) -> Visitor?? {
    guard let screen = try screenSession(of: request) else { return nil }
    guard screen.workspace.slug == slug else { return .some(nil) }
    return Visitor(
      .screen(screen.screen), name: screen.name, workspace: screen.workspace, role: .viewer,
      from: request.peer, csrf: Secret.random().text, memberships: [])
  }

  private func loginNeeded(_ request: Request) -> Response {
    guard !Self.isForPrograms(request) else { return Self.loginOrKeyNeeded }
    let next = FormFields([(name: "next", value: Self.pageBefore(request))]).encoded
    return .redirect(to: "/login?\(next)")
  }

  /// The page to open after a login: the one asked for, or the one whose form was sent.
  private static func pageBefore(_ request: Request) -> String {
    guard request.method == .post else { return request.target }
    return FormGuard.ownReferrer(of: request) ?? request.target
  }

  /// The answer to a program that sends neither login nor key.
  static var loginOrKeyNeeded: Response {
    Answer.unauthorized(.tokenInvalid, "A login or an API key is needed")
  }

  /// Whether the answer is read by a program rather than a person.
  static func isForPrograms(_ request: Request) -> Bool {
    let path = request.path.utf8
    let endings = [".json", ".csv", ".gpx", ".geojson", ".zip", ".pdf"]
    return endings.contains { path.suffix($0.utf8.count).elementsEqual($0.utf8) }
      || request.headers[.authorization] != nil || request.sendsJSON
  }
}

/// A request refused at admission.
private struct TurnedAway: Error {
  let response: Response

  init(_ response: Response) { self.response = response }
}
