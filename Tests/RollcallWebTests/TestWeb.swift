import StoreSupport
import Foundation
import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import Synchronization

@testable import RollcallWeb

/// The web floor on a store of its own, asked without a socket; the clock stands where the test sets it.
final class TestWeb: Sendable {
  /// 2026-11-21T09:00:00Z.
  static let start = Timestamp(milliseconds: 1_795_251_600_000)

  let folder: URL
  let store: Store
  let router: Router
  let web: Web
  private let configuration: Configuration
  private let time: TestTime

  init(
    addresses: AddressLookup = .none, keepsReports: Bool = false, mapGround: MapGround = .plain,
    setup: SetupGate? = nil, printer: PDFPrinter? = nil, sendsMail: Bool = false,
    workspaces: [String] = ["north", "south"]
  ) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rollcall-web-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let time = TestTime()
    self.time = time
    let path = folder.appendingPathComponent("rollcall.db").path
    try EmptyDatabase.copy(to: path)
    var options = Store.Options(clock: { time.now })
    options.syncs = false
    store = try Store(path: path, options: options)
    web = try Web(
      store: store, templates: Console.root.appendingPathComponent("Templates").path,
      files: Console.root.appendingPathComponent("Public").path, pages: Console.renderer(),
      mapGround: mapGround, setup: setup, addresses: addresses,
      channels: ChannelAbilities(sendsMail: sendsMail), keepsReports: keepsReports, printer: printer)
    router = try Router(web.routes)
    var configuration = Configuration()
    web.prepare(&configuration)
    self.configuration = configuration
    for slug in workspaces {
      _ = try store.fleet.addWorkspace(
        slug: slug, name: slug, timeZone: "Europe/Ljubljana", profiles: [.test])
    }
  }

  deinit {
    store.close()
    try? FileManager.default.removeItem(at: folder)
  }

  func pass(seconds: Int64) { time.pass(seconds * 1_000) }

  func send(
    _ method: HTTPRequest.Method, _ target: String, headers: [String: String] = [:], body: String = ""
  ) async -> TestAnswer {
    TestAnswer(await response(method, target, headers: headers, body: body))
  }

  /// The answer as it is, its body not read.
  func response(
    _ method: HTTPRequest.Method, _ target: String, headers: [String: String] = [:], body: String = ""
  ) async -> Response {
    var fields = HTTPFields()
    for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
    if method == .post || method == .put { fields[.contentLength] = "\(body.utf8.count)" }
    let request = Request(method: method, target: target, headers: fields, body: Array(body.utf8))
    return await router.respond(to: request, configuration: configuration)
  }

  func get(_ target: String, cookie: String? = nil, key: String? = nil) async -> TestAnswer {
    var headers: [String: String] = [:]
    if let cookie { headers["Cookie"] = "rollcall=\(cookie)" }
    if let key { headers["Authorization"] = "Bearer \(key)" }
    return await send(.get, target, headers: headers)
  }

  func form(_ target: String, _ body: String, headers: [String: String] = [:]) async -> TestAnswer {
    var headers = headers
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    return await send(.post, target, headers: headers, body: body)
  }

  /// A responder who is on duty, with the token of their phone.
  func phone(
    _ name: String = "Ana", slug: String = "north", region: String? = nil
  ) throws -> (id: Responder.ID, token: String) {
    let person = NewResponder(name: name, profile: "family", region: region)
    let id = try store.fleet.addResponders([person], slug: slug)[0]
    let issued = try store.phones.issueToken(
      slug: slug, responder: id, deviceID: "d\(id.rawValue)", lifetime: 86_400_000)
    return (id, issued.token.text)
  }

  func upload(_ token: String, _ body: String, headers: [String: String] = [:]) async -> TestAnswer {
    var all = ["Authorization": "Bearer \(token)", "Content-Type": "application/json"]
    all.merge(headers, uniquingKeysWith: { $1 })
    return await send(.post, "/app/v1/locations/batch", headers: all, body: body)
  }

  /// The cookie of a member who is logged in.
  func login(_ role: Role, slug: String = "north", email: String) throws -> String {
    _ = try store.accounts.addMember(email: email, passwordHash: "none", role: role, slug: slug)
    guard let member = try store.accounts.member(email: email) else { throw StoreError.notFound(email) }
    return try store.accounts.beginConsoleSession(of: member).text
  }
}

/// An answer, with its body read.
struct TestAnswer {
  let status: Int
  let headers: HTTPFields
  let text: String

  init(_ response: Response) {
    status = response.status.code
    headers = response.headers
    switch response.body {
    case .none: text = ""
    case .bytes(let bytes): text = String(decoding: bytes, as: UTF8.self)
    case .stream(let source):
      var all: [UInt8] = []
      do {
        while let chunk = try source.next() { all += chunk }
        try source.sent()
      } catch {}
      text = String(decoding: all, as: UTF8.self)
    }
  }

  /// Whether it has this word as a whole. A random token may contain the letters of a short name.
  func says(_ word: String) -> Bool {
    text.range(of: "(?<![\\w-])\(word)(?![\\w-])", options: .regularExpression) != nil
  }

  func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
}

private final class TestTime: Sendable {
  private let milliseconds = Mutex(TestWeb.start.milliseconds)
  var now: Timestamp { Timestamp(milliseconds: milliseconds.withLock { $0 }) }
  func pass(_ length: Milliseconds) { milliseconds.withLock { $0 += length } }
}

extension Profile {
  /// On duty from the first login; a fix is fresh for 90 s.
  static let test = Profile(
    name: "family", labels: ["on_duty": "Sharing"], offers: ["incident", "order"],
    rules: [ProfileRule(name: "stationary", interval: 60, degraded: 90, offline: 180)])
}

extension String {
  /// Without the marks that keep names apart from the words around them.
  var plain: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\u{2068}" && $0 != "\u{2069}" }))
  }
}
