import HTTPTypes
import Testing

@testable import HTTPServer

/// Whose turn it is in a lane, and what is held while a body comes.
@Suite struct LaneTests {
  @Test func askersTakeTurns() {
    var queue = FairQueue(LaneSize(threads: 1, queue: 5, perAsker: 3, atOnce: 1))
    let ran = Shared<[String]>([])
    func add(_ name: String, _ asker: String) -> FairQueue.Intake {
      queue.add({ ran.change { $0.append(name) } }, for: asker)
    }
    #expect(add("a1", "a") == .queued)
    #expect(add("a2", "a") == .queued)
    #expect(add("a3", "a") == .queued)
    #expect(add("a4", "a") == .tooMany)
    #expect(add("b1", "b") == .queued)
    #expect(add("c1", "c") == .queued)
    #expect(add("d1", "d") == .full)
    var running: [String] = []
    while let (asker, job) = queue.next() {
      job()
      running.append(asker)
    }
    #expect(running == ["a", "b", "c"], "one of each at a time")
    running.forEach { queue.finished($0) }
    queue.next()?.job()
    #expect(add("a4", "a") == .queued, "two of theirs wait or run")
    let isBlocked = queue.next() == nil
    #expect(isBlocked)
    queue.finished("a")
    while let (asker, job) = queue.next() {
      job()
      queue.finished(asker)
    }
    #expect(ran.value == ["a1", "b1", "c1", "a2", "a3", "a4"])
  }

  static let routes = [
    Route(
      .get, "/work/{name}",
      admission: .work { request in
        guard let name = request.headers[.authorization] else { return .stranger }
        return .known(name)
      },
      handler: .work(.page) { _ in .text("done") }),
    Route(
      .post, "/in", body: .any(limit: 5_000_000),
      admission: .work { request in
        guard let name = request.headers[.authorization] else {
          return .refused(.text("who?", status: .unauthorized))
        }
        return name == "tired" ? .postponed(.text("later", status: .tooManyRequests)) : .known(name)
      },
      handler: .work(.page) { .text("\($0.body.count)") }),
  ]

  @Test func aStrangersFloodLeavesTurnsToOthers() throws {
    let gate = Shared(false)
    let server = try startServer([
      Route(
        .get, "/slow",
        handler: .work(.page) { _ in
          while !gate.value { Pause.milliseconds(1) }
          return .text("slow")
        }),
      Route(.get, "/page", handler: .work(.page) { _ in .text("page") }),
    ]) {
      $0.pageLane = LaneSize(threads: 1, queue: 2)
      $0.knownAsker = { $0.headers[.authorization] }
    }
    let strangers = try (0..<3).map { _ in try RawClient(port: server.port) }
    for (number, client) in strangers.enumerated() {
      client.send(request("GET /slow"))
      #expect(eventually { server.suspendedConnections == number + 1 })
      Pause.milliseconds(20)
    }
    let another = try RawClient(port: server.port)
    another.send(request("GET /page"))
    #expect(try another.answer()?.status == 503, "the strangers' queue is full")
    let member = try RawClient(port: server.port)
    member.send(request("GET /page", ["Authorization: m"]))
    #expect(eventually { server.suspendedConnections == 4 })
    gate.change { $0 = true }
    #expect(try member.answer()?.text == "page")
    for client in strangers { #expect(try client.answer()?.text == "slow") }
  }

  @Test func aRouteMayDecideOnAnotherThreadBeforeTheBody() throws {
    let server = try startServer(Self.routes)
    let client = try RawClient(port: server.port)
    client.send(request("POST /in", ["Authorization: me", "Content-Length: 3"]))
    client.send("abc")
    #expect(try client.answer()?.text == "3")
    client.send(request("POST /in", ["Authorization: me"], body: String(repeating: "x", count: 100_000)))
    #expect(try client.answer()?.text == "100000")
    client.send(request("POST /in", ["Authorization: me", "Expect: 100-continue", "Content-Length: 2"]))
    client.send("ab")
    #expect(try client.answer()?.text == "2")
    client.send(request("POST /in", ["Authorization: tired"], body: "abc"))
    #expect(try client.answer()?.status == 429)
    client.send(request("POST /in", ["Authorization: me"], body: ""))
    #expect(try client.answer()?.text == "0", "the connection stays")
    client.send(request("POST /in", ["Content-Length: 5000000"]))
    let answer = try client.answer()
    #expect(answer?.status == 401)
    #expect(answer?.field("Connection") == "close")
    #expect(try client.isClosed())
  }

  @Test func theBudgetForLargeBodiesIsForWhatHasCome() throws {
    let server = try startServer(Self.routes) {
      $0.smallBody = 1_000
      $0.largeBodyBudget = 200_000
    }
    let holders = try (0..<20).map { _ in try RawClient(port: server.port) }
    for client in holders {
      client.send(request("POST /in", ["Authorization: me", "Content-Length: 150000"]))
      client.send("abc")
    }
    #expect(eventually { server.requestsInFlight == 20 })
    let body = String(repeating: "x", count: 150_000)
    for _ in 0..<3 {
      let client = try RawClient(port: server.port)
      client.send(request("POST /in", ["Authorization: you"], body: body))
      #expect(try client.answer()?.text == "150000", "announcing holds nothing")
      #expect(eventually { server.largeBodyBytes == 0 })
    }
    holders[0].send(String(body.dropFirst(10)))
    #expect(eventually { server.largeBodyBytes > 140_000 }, "the first has come, but for its end")
    holders[1].send(String(body.dropFirst(3)))
    let refused = try holders[1].answer()
    #expect(refused?.status == 503, "there is no room for two")
    #expect(refused?.field("Retry-After") == "5")
    holders[0].send("1234567")
    #expect(try holders[0].answer()?.text == "150000")
    #expect(eventually { server.largeBodyBytes == 0 })
    let client = try RawClient(port: server.port)
    client.send(request("POST /in", ["Authorization: you"], body: body))
    #expect(try client.answer()?.text == "150000", "and the room is given back")
  }

  @Test func hashingLeavesRoomForOtherNetworks() throws {
    let gate = Shared(false)
    let server = try startServer([
      Route(
        .get, "/hash",
        handler: .work(.hashing) { _ in
          while !gate.value { Pause.milliseconds(1) }
          return .text("hashed")
        })
    ]) { $0.trustedProxies = ["127.0.0.1"] }
    func ask(_ peer: String) throws -> RawClient {
      let client = try RawClient(port: server.port)
      client.send(request("GET /hash", ["X-Forwarded-For: \(peer)"]))
      return client
    }
    var waiting: [RawClient] = []
    for number in 1...4 {
      waiting.append(try ask("2001:db8::\(number)"))
      #expect(eventually { server.suspendedConnections == number })
    }
    #expect(try ask("2001:db8::5").answer()?.status == 429)
    for number in 5...9 {
      waiting.append(try ask("9.9.9.\(number)"))
      #expect(eventually { server.suspendedConnections == number })
    }
    #expect(try ask("9.9.9.99").answer()?.status == 503, "one runs, eight wait")
    gate.change { $0 = true }
    for client in waiting { #expect(try client.answer()?.text == "hashed") }
  }
}
