import Glibc
import HTTPTypes
import Testing

@testable import HTTPServer

/// Many clients at once, bad ones among them.
@Suite(.serialized) struct LoadTests {
  /// Lets this process open enough files for both ends of many connections.
  static func raiseDescriptors(_ count: Int) throws {
    try Descriptors.ensure(count)
  }

  @Test func clientsThatVanishLeaveNothingBehind() throws {
    try Self.raiseDescriptors(6_000)
    let answered = Shared(0)
    let server = try startServer([
      Route(
        .post, "/later", body: .any(limit: 10_000),
        handler: .deferred { request, reply in
          _ = WorkerThread.start {
            answered.change { $0 += 1 }
            reply.send(.text("\(request.body.count)"))
          }
        }),
      Route(.get, "/work", handler: .work(.page) { _ in .json([UInt8](repeating: 32, count: 100_000)) }),
      Route(.get, "/stream", handler: .inline { _ in .stream(Numbers(50), contentType: "text/csv") }),
    ]) {
      // This version of the library does not always notice a client that leaves together with its last bytes.
      $0.deadlines.header = .seconds(2)
      $0.deadlines.idle = .seconds(2)
      $0.deadlines.body = .seconds(2)
    }
    let whole = [
      request("POST /later", body: String(repeating: "b", count: 3_000)), request("GET /work"),
      request("GET /stream"), request("GET /" + (0..<1_000).map { "a\($0)" }.joined(separator: "&")),
      request("GET /?" + (0..<900).map { _ in "a" }.joined(separator: "&")),
    ]
    var state: UInt64 = 1
    for _ in 0..<5_000 {
      // A small generator: the same places in each run.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let text = whole[Int(state >> 33) % whole.count]
      let client = try RawClient(port: server.port)
      client.send(text.utf8.prefix(Int(state >> 40) % (text.utf8.count + 200)))
      if state >> 50 & 1 == 0 { client.slam() }
    }
    #expect(eventually { server.connections == 0 })
    #expect(eventually { server.liveConnections == 0 && server.suspendedConnections == 0 })
    #expect(server.requestsInFlight == 0 && server.streamCount == 0)
    #expect(answered.value > 0)
    let client = try RawClient(port: server.port)
    client.send(request("POST /later", body: "abc"))
    #expect(try client.answer()?.text == "3")
  }

  @Test func aThousandSlowConnectionsDoNotHoldUpUploads() throws {
    try Self.raiseDescriptors(6_000)
    let server = try startServer([ServingTests.later]) { $0.deadlines.strangerBody = .seconds(60) }
    let text = request("POST /later", body: String(repeating: "b", count: 500))
    var slow: [RawClient] = []
    for number in 0..<1_000 {
      let client = try RawClient(port: server.port, timeout: 60)
      // In the first line, in the head, in the body.
      client.send(text.utf8.prefix(number % (text.utf8.count - 1)))
      slow.append(client)
    }
    let uploads = try (0..<4).map { _ in try RawClient(port: server.port) }
    for _ in 0..<100 {
      for client in uploads { client.send(text) }
      for client in uploads { #expect(try client.answer()?.text == "500") }
    }
    #expect(server.connections == 1_004, "the slow ones are still there")
    for (number, client) in slow.enumerated() {
      client.send(text.utf8.dropFirst(number % (text.utf8.count - 1)))
    }
    for client in slow { #expect(try client.answer()?.text == "500") }
  }

  @Test func aSlowPageDoesNotDelayUploads() throws {
    let isOpen = Shared(false)
    let server = try startServer([
      ServingTests.later,
      Route(
        .get, "/page",
        handler: .work(.page) { _ in
          while !isOpen.value { Pause.milliseconds(1) }
          return .text("page")
        }),
    ])
    let readers = try (0..<50).map { _ in try RawClient(port: server.port) }
    for reader in readers { reader.send(request("GET /page")) }
    #expect(eventually { server.suspendedConnections == 50 })
    let client = try RawClient(port: server.port)
    for _ in 0..<100 {
      client.send(request("POST /later", body: "abc"))
      #expect(try client.answer()?.text == "3")
    }
    #expect(server.suspendedConnections == 50)
    isOpen.change { $0 = true }
    for reader in readers { #expect(try reader.answer()?.text == "page") }
  }

  static let door = Route(
    .get, "/",
    admission: .inline { $0.headers[.authorization] == nil ? .stranger : .known("friend") },
    handler: .inline { _ in .text("home") })

  @Test func aCrowdOfOneNetworkIsServedWhileThereIsRoom() throws {
    try Self.raiseDescriptors(2_000)
    let server = try startServer([Self.door]) { $0.unauthenticatedConnectionsPerNetwork = 3 }
    let crowd = try (0..<500).map { _ in try RawClient(port: server.port) }
    #expect(eventually { server.connections == 500 }, "all are there before any of them asks")
    for client in crowd { client.send(request("GET /", ["Authorization: t"])) }
    for client in crowd { #expect(try client.answer()?.status == 200) }
  }

  @Test func aNetworkThatHasMoreThanItsShareMakesRoomFirst() throws {
    let server = try startServer([Self.door]) {
      $0.connectionLimit = 20
      $0.unauthenticatedConnectionsPerNetwork = 3
    }
    let text = request("GET /")
    let friend = try RawClient(port: server.port)
    friend.send(request("GET /", ["Authorization: t"]))
    #expect(try friend.answer()?.status == 200)
    let neighbours = try (0..<2).map { _ in try RawClient(port: server.port, from: "127.0.0.2") }
    for client in neighbours { client.send(text.utf8.prefix(20)) }
    #expect(eventually { server.connections == 3 })
    let slow = try (0..<60).map { _ in
      let client = try RawClient(port: server.port)
      client.send(text.utf8.prefix(20))
      return client
    }
    for client in slow.prefix(30) { #expect(try client.isClosed(), "the oldest of the crowd make room") }
    for client in neighbours {
      client.send(text.utf8.dropFirst(20))
      #expect(
        try client.answer()?.status == 200, "older than the crowd, but within its network's share")
    }
    friend.send(text)
    #expect(try friend.answer()?.status == 200)
    withExtendedLifetime(slow) {}
  }

  @Test func clientsOfAProxyMakeRoomByTheirOwnNetworkWhileTheirRequestsLast() throws {
    let body = Route(.post, "/body", body: .any(limit: 10), handler: .inline { _ in .text("ok") })
    let server = try startServer([Self.door, body]) {
      $0.connectionLimit = 30
      $0.unauthenticatedConnectionsPerNetwork = 2
      $0.trustedProxies = ["127.0.0.1"]
    }
    let idle = try (0..<5).map { _ in try RawClient(port: server.port) }
    for client in idle {
      client.send(request("GET /", ["X-Forwarded-For: 9.9.9.9"]))
      #expect(try client.answer()?.status == 200)
    }
    func waiting(_ client: String) throws -> RawClient {
      let connection = try RawClient(port: server.port)
      connection.send(request("POST /body", ["X-Forwarded-For: \(client)", "Content-Length: 1"]))
      return connection
    }
    let neighbours = try (0..<2).map { try waiting("2001:db8:1::\($0)") }
    #expect(eventually { server.requestsInFlight == 2 })
    let crowd = try (0..<17).map { try waiting("2001:db8::\($0)") }
    #expect(eventually { server.requestsInFlight == 19 }, "there is still room for all")
    let late = try (17..<27).map { try waiting("2001:db8::\($0)") }
    for client in crowd.prefix(5) { #expect(try client.isClosed(), "the oldest of the crowd make room") }
    for client in neighbours {
      client.send("x")
      #expect(try client.answer()?.text == "ok", "older than the crowd, but of another /64")
    }
    for client in idle {
      client.send(request("GET /", ["X-Forwarded-For: 9.9.9.9"]))
      #expect(try client.answer()?.status == 200, "a proxy's idle connections count for no network")
    }
    withExtendedLifetime(late) {}
  }

  @Test func whoWaitsForABodyWithoutAProofMakesRoom() throws {
    let routes = [
      Self.door,
      Route(.post, "/form", body: .any(limit: 10), handler: .inline { _ in .text("form") }),
      Route(
        .post, "/upload", body: .any(limit: 10), admission: .inline { _ in .known("friend") },
        handler: .inline { _ in .text("upload") }),
    ]
    let server = try startServer(routes) { $0.connectionLimit = 20 }
    let friend = try RawClient(port: server.port)
    friend.send(request("POST /upload", ["Content-Length: 1"]))
    #expect(eventually { server.requestsInFlight == 1 })
    var strangers: [RawClient] = []
    for _ in 0..<40 {
      let client = try RawClient(port: server.port)
      client.send(request("POST /form", ["Content-Length: 1"]))
      strangers.append(client)
    }
    #expect(eventually { server.connections <= 16 })
    friend.send("x")
    #expect(try friend.answer()?.text == "upload")
    let late = try RawClient(port: server.port)
    late.send(request("GET /"))
    #expect(try late.answer()?.status == 200)
  }
}
