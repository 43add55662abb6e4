import HTTPTypes
import Testing

@testable import HTTPServer

@Suite struct RecheckTests {
  /// A server whose answers go on as long as `isAllowed` says so; it counts how often it is asked.
  private static func server(_ isAllowed: Shared<Bool>, _ asked: Shared<Int>) throws -> Server {
    @Sendable func guarded(_ response: Response) -> Response {
      var response = response
      response.isStillAllowed = {
        asked.change { $0 += 1 }
        return isAllowed.value
      }
      return response
    }
    return try startServer([
      Route(
        .get, "/stream", handler: .inline { _ in guarded(.stream(Numbers(300), contentType: "text/csv")) }),
      Route(.get, "/bytes", handler: .inline { _ in guarded(.json(Array(repeating: 48, count: 5_000_000))) }),
      Route(.get, "/short", handler: .inline { _ in guarded(.text("short")) }),
    ])
  }

  @Test(arguments: ["/stream", "/bytes"]) func anAnswerEndsWithTheRightToIt(path: String) throws {
    let (isAllowed, asked) = (Shared(true), Shared(0))
    let server = try Self.server(isAllowed, asked)
    let client = try RawClient(port: server.port)
    client.send(request("GET \(path)"))
    // It stands still, and is asked about again and again.
    #expect(eventually { asked.value >= 2 })
    isAllowed.change { $0 = false }
    #expect(eventually { server.connections == 0 && server.streamCount == 0 })
    #expect((try? client.answer()) == nil)
    let before = asked.value
    Pause.milliseconds(600)
    #expect(asked.value == before, "nobody is asked about what is over")
    server.stop()
    #expect(server.liveConnections == 0)
  }

  @Test(arguments: ["/stream", "/bytes", "/short"]) func anAllowedAnswerComesWhole(path: String) throws {
    let asked = Shared(0)
    let server = try Self.server(Shared(true), asked)
    let client = try RawClient(port: server.port)
    for _ in 0..<2 {
      client.send(request("GET \(path)"))
      let answer = try #require(try client.answer())
      #expect(answer.body.count == ["/stream": 300 * 17_000, "/bytes": 5_000_000, "/short": 5][path])
    }
    #expect(path != "/short" || asked.value == 0)
  }
}
