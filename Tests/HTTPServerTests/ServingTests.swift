import HTTPTypes
import Testing

@testable import HTTPServer

@Suite struct ServingTests {
  static let later = Route(
    .post, "/later", body: .any(limit: 1 << 20),
    handler: .deferred { request, reply in
      _ = WorkerThread.start { reply.send(.text("\(request.body.count)")) }
    })

  @Test func answersInlineDeferredAndWork() throws {
    let server = try startServer([
      Route(.get, "/inline", handler: .inline { _ in .text("now") }),
      Self.later,
      Route(.get, "/page/{id}", handler: .work(.page) { .text("page " + ($0.parameters["id"] ?? "")) }),
      Route(.get, "/slow", handler: .work(.slow) { _ in .text("slow") }),
      Route(.get, "/at-once", handler: .deferred { $1.send(.text("at once")) }),
    ])
    let client = try RawClient(port: server.port)
    client.send(request("GET /inline"))
    #expect(try client.answer()?.text == "now")
    client.send(request("POST /later", body: "{}"))
    #expect(try client.answer()?.text == "2")
    client.send(request("GET /page/7"))
    #expect(try client.answer()?.text == "page 7")
    client.send(request("GET /slow"))
    #expect(try client.answer()?.text == "slow")
    client.send(request("GET /at-once"))
    #expect(try client.answer()?.text == "at once")
    server.stop()
    server.stop()
    #expect(try client.isClosed())
    #expect(server.liveConnections == 0)
  }

  @Test func takesARequestInAnyPieces() throws {
    let server = try startServer([Self.later])
    let text = request("POST /later", ["X-Long: " + String(repeating: "v", count: 200)], body: "0123456789")
    for size in [1, 2, 7, 64, 100] {
      let client = try RawClient(port: server.port)
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        client.send(rest.prefix(size))
        rest = rest.dropFirst(size)
        Pause.milliseconds(1)
      }
      #expect(try client.answer()?.text == "10", "in pieces of \(size)")
    }
  }

  @Test func takesLargeBodiesWhole() throws {
    let server = try startServer([Self.later])
    let client = try RawClient(port: server.port)
    client.send(request("POST /later", body: String(repeating: "x", count: 1 << 20)))
    #expect(try client.answer()?.text == "1048576")
  }

  @Test func answersPipelinedRequestsInOrder() throws {
    let server = try startServer([
      Self.later,
      Route(.get, "/{n}", handler: .inline { .text("inline " + ($0.parameters["n"] ?? "")) }),
      Route(.get, "/work/{n}", handler: .work(.page) { .text("work " + ($0.parameters["n"] ?? "")) }),
    ])
    let client = try RawClient(port: server.port)
    var text = ""
    var expected: [String] = []
    for number in 0..<50 {
      switch number % 3 {
      case 0:
        text += request("POST /later", body: String(repeating: "b", count: number))
        expected.append("\(number)")
      case 1:
        text += request("GET /\(number)")
        expected.append("inline \(number)")
      default:
        text += request("GET /work/\(number)")
        expected.append("work \(number)")
      }
    }
    client.send(text)
    for answer in expected { #expect(try client.answer()?.text == answer) }
  }

  @Test func headHasTheFieldsOfGetAndNoBody() throws {
    let large = [UInt8](repeating: 120, count: 100_000)
    let server = try startServer([
      Route(.get, "/small", handler: .inline { _ in .text("four") }),
      Route(.get, "/large", handler: .inline { _ in .json(large) }),
      Route(.get, "/stream", handler: .inline { _ in .stream(Numbers(3), contentType: "text/csv") }),
    ])
    for path in ["/small", "/large", "/stream"] {
      let client = try RawClient(port: server.port)
      client.send(request("GET \(path)"))
      let get = try #require(try client.answer())
      client.send(request("HEAD \(path)"))
      let head = try #require(try client.answer(toHead: true))
      #expect(head.status == 200)
      #expect(head.field("Content-Type") == get.field("Content-Type"))
      #expect(head.field("Content-Length") == get.field("Content-Length"))
      if head.field("Connection") != nil {
        #expect(try client.isClosed(), "a length that is not known costs the connection")
        continue
      }
      client.send(request("GET /small"))
      #expect(try client.answer()?.text == "four", "nothing of \(path)'s body is in the way")
    }
  }

  @Test func sendsLargeBodiesWhole() throws {
    let large = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let server = try startServer([Route(.get, "/large", handler: .inline { _ in .json(large) })])
    let client = try RawClient(port: server.port)
    for _ in 0..<2 {
      client.send(request("GET /large"))
      #expect(try client.answer()?.body == large)
    }
  }

  @Test func tellsOtherMethodsWhatIsAllowed() throws {
    let server = try startServer([
      Route(.get, "/a/{id}", handler: .inline { _ in .text("") }),
      Route(.delete, "/a/{other}", handler: .inline { _ in .text("") }),
    ])
    for method in ["OPTIONS", "PUT", "PATCH"] {
      let client = try RawClient(port: server.port)
      client.send(request("\(method) /a/1", method == "PUT" ? ["Content-Length: 0"] : []))
      let answer = try client.answer()
      #expect(answer?.status == 405)
      #expect(answer?.field("Allow") == "DELETE, GET, HEAD")
    }
  }

  @Test func aReplyCountsOnce() throws {
    let server = try startServer([
      Route(
        .get, "/twice",
        handler: .deferred { _, reply in
          reply.send(.text("first"))
          reply.send(.text("second"))
        }),
      Route(.get, "/dropped", handler: .deferred { _, _ in }),
    ])
    let client = try RawClient(port: server.port)
    client.send(
      request("GET /twice") + request("GET /twice") + request("GET /dropped") + request("GET /twice"))
    #expect(try client.answer()?.text == "first")
    #expect(try client.answer()?.text == "first")
    #expect(try client.answer()?.status == 500)
    #expect(try client.answer()?.text == "first")
  }

  @Test func admitAnswersBeforeTheBody() throws {
    let bodies = Shared(0)
    let server = try startServer([
      Route(
        .post, "/in", body: .any(limit: 5_000_000),
        admission: .inline {
          $0.headers[.authorization] == nil ? .refused(.text("who?", status: .unauthorized)) : .known("me")
        },
        handler: .inline { _ in
          bodies.change { $0 += 1 }
          return .text("in")
        })
    ])
    let client = try RawClient(port: server.port)
    client.send(request("POST /in", ["Content-Length: 5000000"]))
    let answer = try client.answer()
    #expect(answer?.status == 401)
    #expect(answer?.field("Connection") == "close")
    let other = try RawClient(port: server.port)
    other.send(request("POST /in", body: ""))
    #expect(try other.answer()?.status == 401)
    other.send(request("POST /in", ["Authorization: me"], body: "abc"))
    #expect(try other.answer()?.text == "in", "without a body the connection stays")
    #expect(bodies.value == 1)
  }

  @Test func observesEveryAnswer() throws {
    let seen = Shared<[String]>([])
    let server = try startServer([Route(.get, "/items/{id}", handler: .inline { _ in .text("12345") })]) {
      $0.observe = { one in
        seen.change {
          $0.append(
            "\(one.method) \(one.routePattern) \(one.status.code) \(one.responseBytes) \(one.isComplete)")
        }
      }
    }
    let client = try RawClient(port: server.port)
    client.send(request("GET /items/1") + request("GET /nothing"))
    _ = try client.readToEnd()
    #expect(eventually { seen.value.count == 2 })
    #expect(seen.value == ["GET /items/{id} 200 5 true", "GET  404 10 true"])
  }

  @Test func refusesToStartOnAPortInUse() throws {
    let server = try startServer([])
    var configuration = Configuration()
    configuration.port = server.port
    #expect(throws: ServerError.self) { try Server(configuration: configuration, router: Router([])) }
    configuration.address = "localhost"
    #expect(throws: ServerError.badAddress("localhost:\(server.port)")) {
      try Server(configuration: configuration, router: Router([]))
    }
  }
}

/// A source of lines, for as long as it is told, that notes its end of life.
final class Numbers: BodySource {
  private let position: Shared<Int>
  private let count: Int
  private let failsAt: Int?
  private let gone: Shared<Int>?
  static let line = [UInt8]("0123456789abcdef\n".utf8)
  static let chunk = [UInt8](String(repeating: "0123456789abcdef\n", count: 1_000).utf8)
  struct Broken: Error {}

  init(_ count: Int, failsAt: Int? = nil, gone: Shared<Int>? = nil) {
    position = Shared(0)
    self.count = count
    self.failsAt = failsAt
    self.gone = gone
  }

  deinit {
    gone?.change { $0 += 1 }
  }

  func next() throws -> [UInt8]? {
    let number = position.change { number in
      number += 1
      return number
    }
    if number == failsAt { throw Broken() }
    return number > count ? nil : Self.chunk
  }
}
