import HTTPTypes
import Testing

@testable import HTTPServer

@Suite struct RouterTests {
  static func route(_ method: HTTPRequest.Method, _ pattern: String, body: Route.BodyRule = .none) -> Route {
    Route(
      method, pattern, body: body,
      handler: .inline { request in
        let parameters = request.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return .text("\(request.routePattern) \(parameters.joined(separator: ","))")
      })
  }

  @Test(arguments: [
    ("/", "/ "),
    ("/w/demo/board", "/w/{ws}/board ws=demo"),
    ("/w/demo/board.json", "/w/{ws}/board.json ws=demo"),
    ("/w/demo/responders/7", "/w/{ws}/responders/{id} id=7,ws=demo"),
    ("/w/demo/responders/7.json", "/w/{ws}/responders/{id}.json id=7,ws=demo"),
    ("/w/demo/responders/7.x.json", "/w/{ws}/responders/{id}.x.json id=7,ws=demo"),
    ("/w/demo/responders/.json", "/w/{ws}/responders/{id} id=.json,ws=demo"),
    ("/w/demo/responders/new", "/w/{ws}/responders/new ws=demo"),
    ("/w/demo/responders/7/timeline.json", "/w/{ws}/responders/{id}/timeline.json id=7,ws=demo"),
    ("/w/admin/board", "/w/{ws}/board ws=admin"),
    ("/w/admin/only", "/w/admin/only "),
    ("/w/caf%C3%A9/board", "/w/{ws}/board ws=café"),
    ("/w/a%2Fboard", "/w/{ws}/board ws=a"),
    ("/docs/", "/docs/ "),
  ]) func findsTheRoute(target: String, expected: String) async throws {
    let router = try Router(
      [
        "/", "/w/{ws}/board", "/w/{ws}/board.json", "/w/{ws}/responders/{id}", "/w/{ws}/responders/{id}.json",
        "/w/{ws}/responders/{id}.x.json", "/w/{ws}/responders/new", "/w/{ws}/responders/{id}/timeline.json",
        "/w/admin/only", "/docs/",
      ].map { Self.route(.get, $0) })
    let response = await router.respond(to: Request(target: target))
    #expect(response.text == expected)
  }

  @Test(arguments: [
    "/w", "/w/", "/w/demo", "/w/demo/board/", "/w/demo/x", "/docs", "/w/demo/responders/", "//",
    "/W/demo/board",
  ])
  func findsNothing(target: String) async throws {
    let router = try Router(
      ["/", "/w/{ws}/board", "/w/{ws}/responders/{id}", "/docs/"].map { Self.route(.get, $0) })
    #expect(await router.respond(to: Request(target: target)).status == .notFound)
  }

  @Test func aLetterThatOnlyEqualsAnotherIsNotIt() async throws {
    // Swift's == holds the Kelvin sign equal to K; a path is bytes.
    let router = try Router([Self.route(.get, "/K"), Self.route(.get, "/w/{ws}/K")])
    #expect(await router.respond(to: Request(target: "/%E2%84%AA")).status == .notFound)
    #expect(await router.respond(to: Request(target: "/w/a/%E2%84%AA")).status == .notFound)
  }

  @Test(arguments: [
    "", "a", "/{", "/}", "/{}", "/a{b}", "/{a}{b}", "/{a}/{a}", "//", "/a//b", "/é", "/a b", "/{a}b}",
  ])
  func refusesABadPattern(pattern: String) {
    #expect(throws: Router.Fault.badPattern(pattern)) { try Router([Self.route(.get, pattern)]) }
  }

  @Test func refusesDuplicates() throws {
    #expect(throws: Router.Fault.duplicate("GET /a/{y}")) {
      try Router([Self.route(.get, "/a/{x}"), Self.route(.get, "/a/{y}")])
    }
    #expect(throws: Router.Fault.duplicate("POST /a")) {
      try Router([Self.route(.post, "/a"), Self.route(.get, "/a"), Self.route(.post, "/a")])
    }
    let router = try Router([
      Self.route(.get, "/a/{x}"), Self.route(.post, "/a/{y}"), Self.route(.get, "/a/{x}.csv"),
    ])
    #expect(router.patterns.map(\.pattern) == ["/a/{x}", "/a/{y}", "/a/{x}.csv"])
  }

  @Test func keepsTheRulesOfTheSocketWithoutOne() async throws {
    let json: HTTPFields = [.contentType: "application/json"]
    let router = try Router([
      Self.route(.post, "/in", body: .json(limit: 4)), Self.route(.get, "/in"),
      Route(.get, "/later", handler: .deferred { $1.send(.text("later")) }),
      Route(.get, "/dropped", handler: .deferred { _, _ in }),
      Route(
        .get, "/guarded", admission: .inline { _ in .refused(.text("no", status: .forbidden)) },
        handler: .inline { _ in .text("in") }),
      Route(.get, "/work", handler: .work(.slow) { _ in .text("work") }),
    ])
    let rows: [(Request, Int)] = [
      (Request(method: .post, target: "/in", headers: json, body: Array("[12]".utf8)), 200),
      (Request(method: .post, target: "/in", headers: json, body: Array("[123]".utf8)), 413),
      (Request(method: .post, target: "/in", body: Array("[1]".utf8)), 415),
      (Request(method: .delete, target: "/in"), 405),
      (Request(method: .options, target: "/in"), 405),
      (Request(target: "/nowhere"), 404),
      (Request(target: "/later"), 200),
      (Request(target: "/dropped"), 500),
      (Request(target: "/guarded"), 403),
      (Request(target: "/work"), 200),
    ]
    for (request, status) in rows {
      let response = await router.respond(to: request)
      #expect(response.status.code == status, "\(request.method) \(request.target)")
    }
    let head = await router.respond(to: Request(method: .head, target: "/later"))
    #expect(head.text == "" && head.headers[.contentLength] == "5")
    let refused = await router.respond(to: Request(method: .put, target: "/in"))
    #expect(refused.headers[.allow] == "GET, HEAD, POST")
  }

  @Test func rendersAndFinishesAsConfigured() async throws {
    var configuration = Configuration()
    configuration.refusal = { .text("\($0.status.code) for \($0.request?.path ?? "-")", status: $0.status) }
    configuration.finish = { request, response in response.headers[.server] = request.path }
    let response = await (try Router([])).respond(to: Request(target: "/x"), configuration: configuration)
    #expect(response.text == "404 for /x")
    #expect(response.headers[.server] == "/x")
  }
}

extension Response {
  /// The body as text.
  var text: String {
    if case .bytes(let bytes) = body { String(decoding: bytes, as: UTF8.self) } else { "" }
  }
}
