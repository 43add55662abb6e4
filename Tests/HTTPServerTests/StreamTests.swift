import Glibc
import HTTPTypes
import Testing

@testable import HTTPServer

@Suite struct StreamTests {
  /// A source that gives its line only when it is told.
  final class Gated: BodySource {
    let allowed = Shared(0)
    let given = Shared(0)

    func next() throws -> [UInt8]? {
      while allowed.value <= given.value {
        if allowed.value < 0 { return nil }
        Pause.milliseconds(1)
      }
      given.change { $0 += 1 }
      return Numbers.line
    }
  }

  /// A source that is at work and has nothing to send, until it is told.
  final class Searching: BodySource {
    let isDone = Shared(false)
    let asked = Shared(0)
    private let gone: Shared<Int>?

    init(gone: Shared<Int>? = nil) { self.gone = gone }

    deinit { gone?.change { $0 += 1 } }

    func next() throws -> [UInt8]? {
      asked.change { $0 += 1 }
      return isDone.value ? nil : []
    }
  }

  static func server(
    _ source: @escaping @Sendable () -> any BodySource, _ change: (inout Configuration) -> Void = { _ in }
  ) throws -> Server {
    try startServer(
      [
        Route(
          .get, "/stream", handler: .inline { _ in .stream(source(), contentType: "text/csv; charset=utf-8") }
        ),
        Route(
          .get, "/later",
          handler: .deferred { _, reply in
            _ = WorkerThread.start { reply.send(.stream(source(), contentType: "text/csv; charset=utf-8")) }
          }),
        Route(
          .get, "/quick",
          handler: .deferred { _, reply in
            _ = WorkerThread.start { reply.send(.text("quick")) }
          }),
      ], change)
  }

  @Test(arguments: [0, 1, 2, 300]) func aCompleteStreamComesWhole(chunks: Int) throws {
    let gone = Shared(0)
    let server = try Self.server { Numbers(chunks, gone: gone) }
    let client = try RawClient(port: server.port)
    for path in ["/stream", "/later", "/stream"] {
      client.send(request("GET \(path)"))
      let answer = try #require(try client.answer())
      #expect(answer.body.count == chunks * 17_000)
      let isWhole = stride(from: 0, to: answer.body.count, by: 17_000).allSatisfy { start in
        answer.body[start..<start + 17_000].elementsEqual(Numbers.chunk)
      }
      #expect(isWhole)
    }
    #expect(eventually { gone.value == 3 }, "each source is released")
    #expect(eventually { server.streamCount == 0 })
  }

  @Test func aSlowSourceSuspendsItsReader() throws {
    let source = Gated()
    let server = try Self.server { source }
    let client = try RawClient(port: server.port)
    client.send(request("GET /stream"))
    #expect(eventually { server.suspendedConnections == 1 })
    for number in 1...20 {
      source.allowed.change { $0 = number }
      #expect(eventually { source.given.value == number && server.suspendedConnections == 1 })
    }
    source.allowed.change { $0 = -1 }
    #expect(try client.answer()?.body.count == 20 * 17)
    #expect(eventually { server.suspendedConnections == 0 })
  }

  @Test func aSourceThatThrowsCutsTheDownload() throws {
    let gone = Shared(0)
    let server = try Self.server { Numbers(100, failsAt: 20, gone: gone) }
    let client = try RawClient(port: server.port)
    client.send(request("GET /stream"))
    #expect(throws: RawClient.Cut.self) { try client.answer() }
    #expect(eventually { gone.value == 1 })
  }

  @Test func anOldClientSeesTheCutToo() throws {
    let server = try Self.server { Numbers(100, failsAt: 20) }
    let client = try RawClient(port: server.port)
    client.send("GET /stream HTTP/1.0\r\nHost: a\r\n\r\n")
    #expect(try client.endsWithReset(), "an orderly end would look like a complete body")
    let complete = try Self.server { Numbers(100) }
    let other = try RawClient(port: complete.port)
    other.send("GET /stream HTTP/1.0\r\nHost: a\r\n\r\n")
    #expect(try other.answer()?.body.count == 1_700_000)
  }

  @Test func aSourceThatFindsNothingLetsOthersTakeTheirTurn() throws {
    let source = Searching()
    let server = try startServer(
      [
        Route(.get, "/stream", handler: .inline { _ in .stream(source, contentType: "text/csv") }),
        Route(
          .get, "/slow",
          handler: .work(.slow) { _ in
            source.isDone.change { $0 = true }
            return .text("slow")
          }),
      ]
    ) { $0.slowLane = LaneSize(threads: 1, queue: 8) }
    let reader = try RawClient(port: server.port)
    reader.send(request("GET /stream"))
    #expect(eventually { source.asked.value > 10 })
    let other = try RawClient(port: server.port)
    other.send(request("GET /slow"))
    #expect(try other.answer()?.text == "slow", "the one thread of the lane is not the stream's alone")
    #expect(try reader.answer()?.body == [])
  }

  /// A source of one line that is told its end, and may refuse it.
  final class Noted: BodySource {
    let told = Shared(0)
    private let given = Shared(0)
    private let refuses: Bool

    init(refuses: Bool = false) { self.refuses = refuses }

    func next() throws -> [UInt8]? {
      given.change { number in
        number += 1
        return number == 1 ? Numbers.line : nil
      }
    }

    func sent() throws {
      told.change { $0 += 1 }
      if refuses { throw Numbers.Broken() }
    }
  }

  @Test func aSourceIsToldItsEndBeforeTheReader() throws {
    let source = Noted()
    let server = try Self.server { source }
    let client = try RawClient(port: server.port)
    client.send(request("GET /stream"))
    #expect(try client.answer()?.body.count == 17)
    #expect(source.told.value == 1)
    let refusing = try Self.server { Noted(refuses: true) }
    let other = try RawClient(port: refusing.port)
    other.send(request("GET /stream"))
    #expect(throws: RawClient.Cut.self) { try other.answer() }
  }

  @Test func aSourceThatFindsNothingEndsWithTheServer() throws {
    let gone = Shared(0)
    let server = try Self.server { Searching(gone: gone) }
    let reader = try RawClient(port: server.port)
    reader.send(request("GET /stream"))
    #expect(eventually { server.suspendedConnections == 1 })
    server.stop()
    #expect(eventually { gone.value == 1 })
  }

  @Test func aReaderThatLeavesFreesTheSource() throws {
    let gone = Shared(0)
    let server = try Self.server { Numbers(1_000_000, gone: gone) }
    for count in 1...20 {
      do {
        let client = try RawClient(port: server.port)
        client.send(request("GET /stream"))
        try client.readSome()
        if count % 2 == 0 { client.slam() }
      }
      #expect(eventually { gone.value == count })
    }
    #expect(eventually { server.liveConnections == 0 && server.streamCount == 0 })
  }

  @Test func streamsBeyondTheLimitAreRefused() throws {
    let source = Gated()
    let server = try Self.server({ source }) { $0.streamLimit = 1 }
    let first = try RawClient(port: server.port)
    first.send(request("GET /stream"))
    #expect(eventually { server.suspendedConnections == 1 })
    let second = try RawClient(port: server.port)
    second.send(request("GET /stream"))
    let answer = try second.answer()
    #expect(answer?.status == 503)
    #expect(answer?.field("Retry-After") == "1")
    source.allowed.change { $0 = -1 }
    #expect(try first.answer()?.status == 200)
    #expect(eventually { server.streamCount == 0 })
    second.send(request("GET /stream"))
    #expect(try second.answer()?.status == 200)
  }

  @Test func blockedStreamsAndFullLanesDoNotDelayDeferredAnswers() throws {
    let source = Gated()
    let server = try Self.server({ source }) { $0.streamsPerAsker = 10 }
    var readers: [RawClient] = []
    for _ in 0..<10 {
      let client = try RawClient(port: server.port)
      client.send(request("GET /stream"))
      readers.append(client)
    }
    #expect(eventually { server.suspendedConnections == 10 })
    let client = try RawClient(port: server.port)
    for _ in 0..<100 {
      client.send(request("GET /quick"))
      #expect(try client.answer()?.text == "quick")
    }
    #expect(server.suspendedConnections == 10, "all the while the streams were waiting")
    source.allowed.change { $0 = -1 }
    for reader in readers { #expect(try reader.answer()?.status == 200) }
  }
}
