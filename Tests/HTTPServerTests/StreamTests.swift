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
    #expect(server.suspendedConnections == 0)
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
    let server = try Self.server({ source })
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
