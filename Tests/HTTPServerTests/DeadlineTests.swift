import HTTPTypes
import Testing

@testable import HTTPServer

/// Deadlines are set short here; that a client is cut off is what is tested, not when.
@Suite struct DeadlineTests {
  static let short = Duration.milliseconds(300)

  static let routes = [
    Route(.get, "/", handler: .inline { _ in .text("home") }),
    Route(.post, "/body", body: .any(limit: 1 << 20), handler: .inline { .text("\($0.body.count)") }),
    Route(.get, "/large", handler: .inline { _ in .json([UInt8](repeating: 32, count: 50_000_000)) }),
  ]

  /// Sends a byte now and then until the server has closed; true when it has.
  static func trickle(_ client: RawClient, _ text: String) -> Bool {
    for byte in text.utf8.prefix(1_000) {
      if !client.send([byte]) { return true }
      Pause.milliseconds(20)
    }
    return false
  }

  @Test func aTricklingHeadIsCutOff() throws {
    let server = try startServer(Self.routes) { $0.deadlines.header = Self.short }
    let client = try RawClient(port: server.port)
    #expect(Self.trickle(client, request("GET /", ["X: " + String(repeating: "x", count: 2_000)])))
  }

  @Test func aSilentConnectionIsCutOff() throws {
    let server = try startServer(Self.routes) { $0.deadlines.header = Self.short }
    let client = try RawClient(port: server.port)
    #expect(try client.isClosed())
  }

  @Test func anIdleConnectionIsCutOffAndATricklingSecondHeadToo() throws {
    let server = try startServer(Self.routes) { $0.deadlines.idle = Self.short }
    let client = try RawClient(port: server.port)
    client.send(request("GET /"))
    #expect(try client.answer()?.status == 200)
    #expect(try client.isClosed())
    let other = try RawClient(port: server.port)
    other.send(request("GET /"))
    #expect(try other.answer()?.status == 200)
    #expect(Self.trickle(other, request("GET /", ["X: " + String(repeating: "x", count: 2_000)])))
  }

  @Test func aTricklingBodyIsCutOffAndAFastOneIsNot() throws {
    let server = try startServer(Self.routes) {
      $0.deadlines.strangerBody = Self.short
      $0.deadlines.bodyRate = 10_000
    }
    let slow = try RawClient(port: server.port)
    slow.send(request("POST /body", ["Content-Length: 5000"]))
    #expect(Self.trickle(slow, String(repeating: "x", count: 2_000)))
    let steady = try RawClient(port: server.port)
    steady.send(request("POST /body", ["Content-Length: 300000"]))
    // Ten times the rate asked for, for three times the time: the deadline moves along.
    for _ in 0..<30 {
      steady.send(String(repeating: "x", count: 10_000))
      Pause.milliseconds(30)
    }
    #expect(try steady.answer()?.text == "300000")
  }

  @Test func aReaderThatTakesNothingIsCutOff() throws {
    let complete = Shared<[Bool]>([])
    let server = try startServer(Self.routes) { configuration in
      configuration.deadlines.reader = Self.short
      configuration.observe = { one in complete.change { $0.append(one.isComplete) } }
    }
    let client = try RawClient(port: server.port)
    client.send(request("GET /large"))
    #expect(eventually { complete.value == [false] })
    #expect(eventually { server.connections == 0 })
    let received = try client.readToEnd().count
    #expect(received < 50_000_000, "the body was cut")
  }

  @Test func aJobThatNeverAnswersIsAnswered503AndItsLateAnswerIsIgnored() throws {
    let replies = Shared<[Reply]>([])
    let server = try startServer([
      Route(.get, "/never", handler: .deferred { _, reply in replies.change { $0.append(reply) } }),
      Route(.get, "/", handler: .inline { _ in .text("home") }),
    ]) { $0.deadlines.job = Self.short }
    let client = try RawClient(port: server.port)
    client.send(request("GET /never"))
    let answer = try client.answer()
    #expect(answer?.status == 503)
    #expect(answer?.field("Retry-After") == "1")
    client.send(request("GET /never"))
    #expect(eventually { replies.value.count == 2 })
    replies.value[0].send(.text("too late"))
    #expect(
      try client.answer()?.status == 503, "the late answer of the first is not the answer of the second")
    client.send(request("GET /"))
    #expect(try client.answer()?.text == "home")
    #expect(server.suspendedConnections == 0)
  }

  @Test func aStreamWhoseSourceHangsIsCut() throws {
    let source = StreamTests.Gated()
    let server = try StreamTests.server({ source }) { $0.deadlines.slowJob = Self.short }
    let client = try RawClient(port: server.port)
    client.send(request("GET /stream"))
    #expect(throws: RawClient.Cut.self) { try client.answer() }
    source.allowed.change { $0 = -1 }
    #expect(eventually { server.liveConnections == 0 && server.streamCount == 0 })
  }

  @Test func aFullLaneRefusesAndAJobNobodyWaitsForIsNotRun() throws {
    let isOpen = Shared(false)
    let runs = Shared(0)
    let server = try startServer([
      Route(
        .get, "/work",
        handler: .work(.page) { _ in
          runs.change { $0 += 1 }
          while !isOpen.value { Pause.milliseconds(1) }
          return .text("done")
        })
    ]) {
      $0.pageLane = LaneSize(threads: 1, queue: 2)
      $0.deadlines.job = .seconds(1)
    }
    var clients: [RawClient] = []
    for count in 1...4 {
      let client = try RawClient(port: server.port)
      client.send(request("GET /work"))
      clients.append(client)
      if count == 1 { #expect(eventually { runs.value == 1 }) }
      if count < 4 { #expect(eventually { server.suspendedConnections == count }) }
    }
    #expect(try clients[3].answer()?.status == 503, "the queue is full")
    for client in clients[..<3] { #expect(try client.answer()?.status == 503) }
    isOpen.change { $0 = true }
    // The jobs that nobody waits for are still in the queue until the thread has thrown them out.
    var status = 503
    for _ in 0..<1_000 where status == 503 {
      clients[0].send(request("GET /work"))
      status = try clients[0].answer()?.status ?? 0
    }
    #expect(status == 200)
    #expect(runs.value == 2, "those that waited in vain were not run")
  }

  @Test func idleConnectionsMakeRoomWhenConnectionsRunShort() throws {
    let server = try startServer(Self.routes) { $0.connectionLimit = 20 }
    var clients: [RawClient] = []
    for _ in 0..<18 {
      let client = try RawClient(port: server.port)
      client.send(request("GET /"))
      #expect(try client.answer()?.status == 200)
      clients.append(client)
    }
    #expect(eventually { server.connections <= 16 })
    #expect(try clients[0].isClosed(), "the one that has been idle longest")
    clients[17].send(request("GET /"))
    #expect(try clients[17].answer()?.status == 200)
  }
}
