import HTTPTypes
import Testing

@testable import HTTPServer

@Suite struct StopTests {
  @Test func answersWhatItAcceptedAndRefusesWhatIsNew() throws {
    let replies = Shared<[Reply]>([])
    let server = try startServer([
      Route(.get, "/wait", handler: .deferred { _, reply in replies.change { $0.append(reply) } })
    ])
    var clients: [RawClient] = []
    for _ in 0..<20 {
      let client = try RawClient(port: server.port)
      client.send(request("GET /wait"))
      clients.append(client)
    }
    let late = try RawClient(port: server.port)
    #expect(eventually { replies.value.count == 20 && server.connections == 21 })
    let isStopped = Shared(false)
    _ = WorkerThread.start {
      server.stop()
      isStopped.change { $0 = true }
    }
    #expect(eventually { server.isStopping })
    late.send(request("GET /wait"))
    #expect(try late.answer()?.status == 503)
    #expect(!isStopped.value)
    for reply in replies.value { reply.send(.text("accepted")) }
    for client in clients {
      let answer = try client.answer()
      #expect(answer?.text == "accepted")
      #expect(answer?.field("Connection") == "close")
    }
    #expect(eventually { isStopped.value })
    replies.change { $0 = [] }
    #expect(server.liveConnections == 0)
  }

  @Test func whoeverNeverAnswersDoesNotHoldItUp() throws {
    let replies = Shared<[Reply]>([])
    let source = StreamTests.Gated()
    let server = try startServer([
      Route(.get, "/never", handler: .deferred { _, reply in replies.change { $0.append(reply) } }),
      Route(.get, "/stream", handler: .inline { _ in .stream(source, contentType: "text/plain") }),
    ]) { $0.deadlines.stop = .milliseconds(200) }
    let client = try RawClient(port: server.port)
    client.send(request("GET /never"))
    let reader = try RawClient(port: server.port)
    reader.send(request("GET /stream"))
    #expect(eventually { server.suspendedConnections == 2 })
    server.stop()
    #expect(try client.answer()?.status == 503)
    #expect(throws: RawClient.Cut.self) { try reader.answer() }
    replies.value[0].send(.text("too late"))
    source.allowed.change { $0 = -1 }
  }

  /// The library itself refuses these.
  @Test func endsWhileMalformedRequestsCome() throws {
    let malformed = [
      "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nA: \(String(repeating: "b", count: 200_000))\r\n\r\n",
      "GET / HTTP/3.7\r\n\r\n",
      "GET /\(String(repeating: "c", count: 200_000)) HTTP/1.1\r\nHost: a\r\n\r\n",
    ]
    for _ in 0..<20 {
      let server = try startServer([])
      let (isOver, running, sent) = (Shared(false), Shared(8), Shared(0))
      let port = server.port
      for index in 0..<8 {
        _ = WorkerThread.start {
          while !isOver.value, let client = try? RawClient(port: port, timeout: 1) {
            client.send(malformed[index % malformed.count])
            _ = try? client.answer()
            sent.change { $0 += 1 }
          }
          running.change { $0 -= 1 }
        }
      }
      #expect(eventually { sent.value > 100 })
      server.stop()
      isOver.change { $0 = true }
      #expect(server.liveConnections == 0)
      #expect(eventually { running.value == 0 })
    }
  }

  @Test func stopsUnderLoadAgainAndAgain() throws {
    for _ in 0..<20 {
      let server = try startServer([ServingTests.later])
      let isOver = Shared(false)
      let workers = Shared(4)
      for _ in 0..<4 {
        _ = WorkerThread.start {
          while !isOver.value, let client = try? RawClient(port: server.port) {
            for _ in 0..<50 {
              guard client.send(request("POST /later", body: "abc")), (try? client.answer()) != nil else {
                break
              }
            }
          }
          workers.change { $0 -= 1 }
        }
      }
      Pause.milliseconds(30)
      server.stop()
      isOver.change { $0 = true }
      #expect(eventually { workers.value == 0 })
      #expect(server.liveConnections == 0)
    }
  }
}
