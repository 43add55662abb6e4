import StoreSupport
import Foundation
import HTTPServer
import HTTPTypes
import Rollcall
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("What admission found out about who asks")
struct AdmittedTests {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  private static let body =
    #"{"pings":[{"is_mock":false,"recorded_at":1795251590000,"lat":46.05,"lng":14.5}]}"#

  private static let report = #"{"_type":"location","lat":46.05,"lon":14.5,"tst":1795251590,"acc":9}"#

  /// A request whose head was admitted, as its handler gets it: without whatever told who asks.
  private func admitted(_ request: Request, _ route: Route) -> Request {
    var request = request
    guard case .known(_, let finding) = decide(request, route) else { return request }
    request.finding = finding
    request.headers[.authorization] = nil
    request.headers[.cookie] = nil
    return request
  }

  private func decide(_ request: Request, _ route: Route) -> Admission {
    switch route.admission {
    case .open: .stranger
    case .inline(let decide), .work(let decide): decide(request)
    }
  }

  private func route(_ method: HTTPRequest.Method, _ pattern: String) throws -> Route {
    let found = web.web.routes.first { $0.method == method && $0.pattern == pattern }
    return try #require(found, "\(pattern)")
  }

  private func answer(_ request: Request, _ route: Route) async -> Int {
    switch route.handler {
    case .inline(let handler), .work(_, let handler): handler(request).status.code
    case .deferred(let handler):
      await withCheckedContinuation { continuation in
        handler(request, Reply { continuation.resume(returning: $0.status.code) })
      }
    }
  }

  @Test("The token of an upload is looked up once")
  func upload() async throws {
    let phone = try web.phone()
    for headers in [["X-Idempotency-Key": "a"], ["X-Idempotency-Key": "a"], [:]] {
      let before = web.store.sessions.lookups
      _ = await web.upload(phone.token, Self.body, headers: headers)
      #expect(web.store.sessions.lookups == before + 1)
    }
  }

  @Test("The token of a late delivery is looked up once, and so is one that opens nothing")
  func late() async throws {
    let old = try web.phone()
    _ = try web.store.phones.issueToken(
      slug: "north", responder: old.id, deviceID: "new", lifetime: 86_400_000)
    for token in [old.token, "nothing"] {
      let before = web.store.sessions.lookups
      _ = await web.upload(token, Self.body, headers: ["X-Idempotency-Key": "a"])
      #expect(web.store.sessions.lookups == before + 1)
    }
  }

  @Test("A handler asks for no secret that admission has read, until somebody may have been locked out")
  func handedOn() async throws {
    let key = try web.store.members.issueAPIKey(slug: "north", name: "script", role: .admin).text
    let cookie = try web.login(.admin, email: "ana@example.org")
    let phone = try web.phone()
    let workspace = try #require(try web.store.fleet.workspace(slug: "north")).id
    let device = try web.store.phones.issueAdapterDevice(
      .owntracks, AdapterDeviceSettings(name: "App"), for: phone.id, in: .test(workspace, "test"))
    let form = try route(.post, "/w/{ws}/settings/keys")
    let program = try route(.post, "/w/{ws}/incidents/{id}/resolve.json")
    let upload = try route(.post, "/app/v1/locations/batch")
    let ingest = try route(.post, "/ingest/owntracks")
    let account = try route(.post, "/account/password")
    let parameters = ["ws": "north", "id": "9"]
    func request(
      _ route: Route, _ target: String, _ field: HTTPField.Name, _ value: String, _ body: String = ""
    ) -> Request {
      var headers: HTTPFields = [field: value]
      headers[.contentType] = field == .cookie ? "application/x-www-form-urlencoded" : "application/json"
      if let name = HTTPField.Name("X-Idempotency-Key") { headers[name] = "k" }
      return Request(
        method: route.method, target: target, headers: headers, body: Array(body.utf8),
        parameters: parameters, routePattern: route.pattern)
    }
    let asked = [
      (
        program, request(program, "/w/north/incidents/9/resolve.json", .authorization, "Bearer \(key)", "{}"),
        404, 401
      ),
      (form, request(form, "/w/north/settings/keys", .cookie, "rollcall=\(cookie)", "a=b"), 400, 303),
      (upload, request(upload, upload.pattern, .authorization, "Bearer \(phone.token)", Self.body), 201, 401),
      (
        ingest, request(ingest, ingest.pattern, .authorization, "Bearer \(device.secret.text)", Self.report),
        200,
        401
      ),
      // Whose form it is, is known; that it is not our own page's, too.
      (account, request(account, account.pattern, .cookie, "rollcall=\(cookie)", "a=b"), 400, 303),
    ]
    for (route, request, expected, _) in asked {
      #expect(await answer(admitted(request, route), route) == expected, "\(route.pattern)")
    }
    let late = asked.map { admitted($0.1, $0.0) }
    try web.store.phones.setActive(false, phone.id, in: .test(workspace, "test"))
    for (request, (route, _, _, expected)) in zip(late, asked) {
      #expect(await answer(request, route) == expected, "\(route.pattern), later")
    }
  }
}
