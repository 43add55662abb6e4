import HTTPTypes
import Testing

@testable import HTTPServer

/// What a request must not be. Each row is sent as it stands.
@Suite struct RequestValidatorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let status: Int

    init(_ name: String, _ text: String, _ status: Int) {
      self.name = name
      bytes = Array(text.utf8)
      self.status = status
    }

    init(_ name: String, before: String, byte: UInt8, after: String, _ status: Int) {
      self.name = name
      bytes = Array(before.utf8) + [byte] + Array(after.utf8)
      self.status = status
    }

    var testDescription: String { name }
  }

  static let json = "Content-Type: application/json"

  static let framing: [Row] = [
    Row(
      "Transfer-Encoding beside Content-Length",
      request("POST /json", [json, "Transfer-Encoding: chunked"], body: "{}"), 411),
    Row(
      "chunked", request("POST /json", [json, "Transfer-Encoding: chunked"]) + "2\r\n{}\r\n0\r\n\r\n", 411),
    Row("gzip, chunked", request("POST /json", [json, "Transfer-Encoding: gzip, chunked"]), 411),
    Row("identity", request("PUT /any", ["Transfer-Encoding: identity"]), 411),
    Row("chunked and a blank", request("PUT /any", ["Transfer-Encoding: chunked "]), 411),
    Row("chunked GET", request("GET /", ["Transfer-Encoding: chunked"]) + "0\r\n\r\n", 411),
    Row(
      "a folded line that makes Transfer-Encoding",
      request("POST /json", [json, "Transfer-Encodin: chunked", " g"], body: "{}"), 411),
    Row("two lengths", request("POST /json", [json, "Content-Length: 3"], body: "{}"), 400),
    Row("the same length twice", request("POST /json", [json, "Content-Length: 2"], body: "{}"), 400),
    Row("no length", request("POST /json", [json]), 411),
    Row("no length, no body taken", request("POST /none"), 411),
    Row("PUT without a length", request("PUT /any"), 411),
    Row("GET with a body", request("GET /", body: "x"), 400),
    Row("HEAD with a body", request("HEAD /", body: "x"), 400),
    Row("a body where none is taken", request("POST /none", body: "x"), 413),
    Row("one byte too many", request("POST /json", [json], body: String(repeating: " ", count: 101)), 413),
    Row("a huge length", request("POST /json", [json, "Content-Length: 9223372036854775807"]), 413),
    Row("another Expect", request("POST /json", [json, "Expect: 200-maybe"], body: "{}"), 417),
  ]

  static let fields: [Row] = [
    Row("no Host", "GET / HTTP/1.1\r\n\r\n", 400),
    Row("no Host, HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", 400),
    Row("two Hosts", request("GET /", ["Host: localhost"]), 400),
    Row("an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400),
    Row("a Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
    Row("a Host with a user", "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", 400),
    Row("a Host with a bad port", "GET / HTTP/1.1\r\nHost: a:80x\r\n\r\n", 400),
    Row("an open bracket", "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", 400),
    Row("a name that is no token", request("GET /", ["A(b): x"]), 400),
    Row("a blank in a name", request("GET /", ["A b: x"]), 400),
    Row("a control byte", before: "GET / HTTP/1.1\r\nHost: a\r\nX: a", byte: 1, after: "b\r\n\r\n", 400),
    Row("DEL", before: "GET / HTTP/1.1\r\nHost: a\r\nX: a", byte: 127, after: "b\r\n\r\n", 400),
    Row("a bare CR", before: "GET / HTTP/1.1\r\nHost: a\r\nX: a", byte: 13, after: "b\r\n\r\n", 400),
    Row("0x80", before: "GET / HTTP/1.1\r\nHost: a\r\nX: a", byte: 0x80, after: "b\r\n\r\n", 400),
    Row("0xFF", before: "GET / HTTP/1.1\r\nHost: a\r\nX: a", byte: 0xFF, after: "b\r\n\r\n", 400),
    Row("65 fields", request("GET /", (0..<64).map { "X-\($0): y" }), 431),
    Row("two Content-Types", request("POST /json", [json, json], body: "{}"), 400),
    Row("two Authorizations", request("GET /", ["Authorization: a", "authorization: a"]), 400),
    Row("two Cookies", request("GET /", ["Cookie: a=1", "Cookie: b=2"]), 400),
    Row("two idempotency keys", request("GET /", ["X-Idempotency-Key: a", "X-IDEMPOTENCY-KEY: a"]), 400),
    Row(
      "two standard idempotency keys", request("GET /", ["Idempotency-Key: a", "Idempotency-Key: b"]), 400),
    Row("two Expects", request("GET /", ["Expect: 100-continue", "Expect: 100-continue"]), 400),
    Row("no type", request("POST /json", body: "{}"), 415),
    Row("another type", request("POST /json", ["Content-Type: text/plain"], body: "{}"), 415),
    Row(
      "a type that only begins so", request("POST /json", ["Content-Type: application/jsonx"], body: "{}"),
      415),
    Row("an encoding", request("POST /json", [json, "Content-Encoding: gzip"], body: "{}"), 415),
    Row("JSON for a form", request("POST /form", [json], body: "{}"), 415),
  ]

  static let lines: [Row] = [
    Row("HTTP/1.9", "GET / HTTP/1.9\r\nHost: a\r\n\r\n", 505),
    Row("a lower-case method", request("get /"), 501),
    Row("an unknown method", request("BREW /"), 501),
    Row("a method that is no token", request("FOO<script> /"), 400),
    Row("CONNECT", request("CONNECT localhost:80"), 501),
    Row("TRACE", request("TRACE /"), 405),
    Row("OPTIONS", request("OPTIONS /"), 405),
    Row("OPTIONS *", request("OPTIONS *"), 400),
    Row("absolute form", request("GET http://localhost/"), 400),
    Row("no leading slash", request("GET x"), 400),
    Row("%00", request("GET /items/a%00.png"), 400),
    Row("%00 in the query", request("GET /?a=%00"), 400),
    Row("%zz", request("GET /items/%zz"), 400),
    Row("a cut escape", request("GET /items/%4"), 400),
    Row("overlong UTF-8", request("GET /items/%c0%af"), 400),
    Row("a surrogate", request("GET /items/%ed%a0%80"), 400),
    Row("%2e%2e", request("GET /items/%2e%2e/x"), 400),
    Row("..", request("GET /items/.."), 400),
    Row(".", request("GET /./items/x"), 400),
    Row("..%2f", request("GET /items/..%2fx"), 400),
    Row("two slashes", request("GET //items/x"), 400),
    Row("%2f twice", request("GET /items%2f%2fx"), 400),
    Row("a backslash", request("GET /items/%5cx"), 400),
    Row("a raw backslash", request("GET /items/\\x"), 400),
    Row("%0a", request("GET /items/%0a"), 400),
    Row("a blank", request("GET /items/a b"), 400),
    Row("a fragment", request("GET /items/a#b"), 400),
    Row("a byte above ASCII", before: "GET /items/", byte: 0xE9, after: " HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Row("a broken query", request("GET /?a=%"), 400),
    Row("2,049 bytes", request("GET /" + String(repeating: "a", count: 2_048)), 414),
    Row("no such path", request("GET /nothing"), 404),
    Row("another method", request("DELETE /"), 405),
  ]

  static func routes(_ handled: Shared<Int>) -> [Route] {
    @Sendable func count(_ response: Response) -> Response {
      handled.change { $0 += 1 }
      return response
    }
    return [
      Route(.get, "/", handler: .inline { _ in count(.text("home")) }),
      Route(.get, "/items/{id}", handler: .inline { count(.text($0.parameters["id"] ?? "")) }),
      Route(.post, "/json", body: .json(limit: 100), handler: .inline { _ in count(.text("ok")) }),
      Route(.post, "/form", body: .form(limit: 100), handler: .inline { _ in count(.text("ok")) }),
      Route(.post, "/none", handler: .inline { _ in count(.text("ok")) }),
      Route(.put, "/any", body: .any(limit: 1 << 20), handler: .inline { _ in count(.text("ok")) }),
    ]
  }

  /// A proxy may read the answer only after it could write the whole body.
  @Test(arguments: ["POST /none", "POST /nothing", "POST /admission"])
  func whoStillSendsSeesTheRefusal(line: String) throws {
    let admission = Route(
      .post, "/admission", body: .any(limit: 1 << 20),
      admission: .inline { _ in .refused(.text("no", status: .unauthorized)) },
      handler: .inline { _ in .text("ok") })
    let server = try startServer(Self.routes(Shared(0)) + [admission])
    let client = try RawClient(port: server.port)
    client.send(request(line, ["Content-Length: 300000"]))
    let piece = [UInt8](repeating: 0x20, count: 30_000)
    for _ in 0..<10 {
      Pause.milliseconds(5)
      #expect(client.send(piece))
    }
    let answer = try #require(try client.answer())
    #expect([401, 404, 413].contains(answer.status))
    #expect(answer.field("Connection") == "close")
    #expect(try client.isClosed(), "and not reset")
  }

  @Test(arguments: [
    ("POST /none", "Content-Length: 5", 413), ("POST /none", "Content-Length: 1048577", 413),
    ("POST /none", "Content-Length: 5\r\nExpect: 100-continue", 413),
    ("PUT /any", "Content-Length: 1048577", 413), ("POST /nothing", "Content-Length: 5", 404),
    ("DELETE /any", "Content-Length: 5", 405), ("POST /json", "Transfer-Encoding: chunked", 411),
    ("POST /json", "Content-Length: 5", 415),
  ])
  func aRefusalDoesNotWaitForTheBody(line: String, length: String, status: Int) throws {
    let server = try startServer(Self.routes(Shared(0)))
    let client = try RawClient(port: server.port)
    client.send(request(line, [length]))
    #expect(try client.answer()?.status == status)
    #expect(try client.isClosed())
  }

  @Test func aDeleteNeedsNoLength() throws {
    let route = Route(.delete, "/any", body: .any(limit: 10), handler: .inline { _ in .text("ok") })
    let server = try startServer([route])
    for head in [request("DELETE /any"), request("DELETE /any", body: "x")] {
      let client = try RawClient(port: server.port)
      client.send(Array(head.utf8))
      #expect(try client.answer(toHead: false)?.status == 200, "\(head)")
    }
  }

  @Test(arguments: framing + fields + lines)
  func refusesWithOneStatusLineAndCloses(row: Row) throws {
    let handled = Shared(0)
    let server = try startServer(Self.routes(handled))
    let client = try RawClient(port: server.port)
    client.send(row.bytes)
    let isHead = row.bytes.starts(with: "HEAD".utf8)
    let answer = try #require(try client.answer(toHead: isHead))
    #expect(answer.status == row.status)
    #expect(answer.field("Connection")?.lowercased() == "close")
    #expect(try client.isClosed(), "nothing follows the one answer")
    #expect(handled.value == 0)
    #expect((answer.status == 405) == (answer.field("Allow") != nil))
  }

  /// What the library refuses by itself, in its own malformed way: nothing gets through, and it closes.
  @Test(arguments: [
    request("POST /json", [json, "Content-Length : 2"]) + "{}",
    request("POST /json", [json, "Content-Length: +2"]) + "{}",
    request("POST /json", [json, "Content-Length: -1"]) + "{}",
    request("POST /json", [json, "Content-Length: 0x2"]) + "{}",
    request("POST /json", [json, "Content-Length:"]) + "{}",
    request("POST /json", [json, "Content-Length: 2, 2"]) + "{}",
    request("POST /json", [json, "Content-Length: 99999999999999999999"]) + "{}",
    "GET / HTTP/2.0\r\nHost: a\r\n\r\n", "GET / HTTP/0.9\r\nHost: a\r\n\r\n",
    "GET /" + String(repeating: "a", count: 40_000) + " HTTP/1.1\r\nHost: a\r\n\r\n",
    request("GET /", ["X: " + String(repeating: "a", count: 40_000)]),
  ])
  func theLibraryRefuses(text: String) throws {
    let handled = Shared(0)
    let server = try startServer(Self.routes(handled))
    let client = try RawClient(port: server.port)
    client.send(text)
    let bytes = try client.readToEnd()
    #expect(bytes.starts(with: "HTTP/1.1 4".utf8) || bytes.starts(with: "HTTP/1.1 505".utf8))
    #expect(handled.value == 0)
  }

  @Test func acceptsWhatIsValid() throws {
    let server = try startServer(Self.routes(Shared(0)))
    let client = try RawClient(port: server.port)
    let valid: [(String, String)] = [
      (request("GET /"), "home"),
      (request("GET /?a=1&b=%20"), "home"),
      (request("GET /items/a%20b"), "a b"),
      (request("GET /items/%C3%A9"), "é"),
      (request("GET /items/..."), "..."),
      (request("GET /items/.x"), ".x"),
      (request("GET /", (0..<63).map { "X-\($0): y" }), "home"),
      ("GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n", "home"),
      ("GET / HTTP/1.1\nHost: localhost\n\n", "home"),
      ("\r\n" + request("GET /"), "home"),
      (request("POST /json", ["content-type: APPLICATION/json ; charset=utf-8"], body: "{}"), "ok"),
      (request("POST /json", [Self.json, "Expect: 100-continue"], body: "{}"), "ok"),
      (request("POST /json", [Self.json], body: String(repeating: " ", count: 100)), "ok"),
      (request("POST /none", ["Content-Length: 0"]), "ok"),
      (request("GET /", ["Content-Length: 0"]), "home"),
      (request("PUT /any", body: String(repeating: "x", count: 1 << 20)), "ok"),
    ]
    for (text, body) in valid {
      client.send(text)
      #expect(try client.answer()?.text == body, "\(text.prefix(60))")
    }
  }

  /// The library takes a line that begins with a NUL or a colon for the end of the head, and cuts text at a NUL.
  /// We cannot see that; but nothing behind it becomes a part of this request.
  @Test func nothingAfterANulBecomesAPartOfTheRequest() throws {
    let seen = Shared<[String]>([])
    let server = try startServer([
      Route(
        .get, "/items/{id}",
        handler: .inline { request in
          seen.change {
            $0.append(request.target + " " + request.headers.map(\.value).joined(separator: ","))
          }
          return .text("")
        })
    ])
    for (bytes, expected) in [
      (Array("GET /items/a".utf8) + [0] + Array(".png HTTP/1.1\r\nHost: h\r\n\r\n".utf8), "/items/a h"),
      (
        Array("GET /items/a HTTP/1.1\r\nHost: h\r\nA: x".utf8) + [0] + Array("y\r\n\r\n".utf8), "/items/a h,x"
      ),
      (Array("GET /items/a HTTP/1.1\r\nHost: h\r\n".utf8) + [0] + Array("A: y\r\n\r\n".utf8), "/items/a h"),
      (Array("GET /items/a HTTP/1.1\r\nHost: h\r\n: x\r\nA: y\r\n\r\n".utf8), "/items/a h"),
    ] {
      seen.change { $0 = [] }
      let client = try RawClient(port: server.port)
      client.send(bytes)
      _ = try client.answer()
      #expect(seen.value == [expected])
    }
  }

  @Test func refusesForeignHosts() throws {
    let server = try startServer(Self.routes(Shared(0))) { $0.allowedHosts = ["here.example", "a:81"] }
    for (host, status) in [
      ("here.example", 200), ("HERE.example:8443", 200), ("a:81", 200), ("a", 421), ("a:82", 421),
      ("evil.example", 421), ("here.example.evil", 421),
    ] {
      let client = try RawClient(port: server.port)
      client.send("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
      #expect(try client.answer()?.status == status, "\(host)")
    }
  }

  @Test func aRefusalCarriesTheHeadWhenItCouldBeRead() throws {
    let seen = Shared<[String]>([])
    let server = try startServer(Self.routes(Shared(0))) { configuration in
      configuration.refusal = { refusal in
        seen.change { $0.append(refusal.request?.headers[.authorization] ?? "-") }
        return .text("no", status: refusal.status)
      }
      configuration.finish = { $1.headers[.server] = "us" }
    }
    for text in [
      request("POST /json", ["Authorization: t"], body: "{}"), request("GET /%zz", ["Authorization: t"]),
      request("GET /nowhere", ["Authorization: t"]),
    ] {
      let client = try RawClient(port: server.port)
      client.send(text)
      let answer = try client.answer()
      #expect(answer?.text == "no")
      #expect(answer?.field("Server") == "us", "finish sees every answer")
    }
    #expect(seen.value == ["t", "-", "t"])
  }
}
