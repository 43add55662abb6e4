import HTTPTypes
import Testing

@testable import HTTPServer

@Suite struct ServingTests {
  @Test func answersInlineDeferredAndWork() throws {
    let server = try startServer([
      Route(.get, "/inline", handler: .inline { _ in .text("now") }),
      Route(
        .post, "/later", body: .json(limit: 1_000),
        handler: .deferred { request, reply in
          _ = WorkerThread.start {
            reply.send(.text("later " + String(decoding: request.body, as: UTF8.self)))
          }
        }),
      Route(.get, "/page/{id}", handler: .work(.page) { .text("page " + ($0.parameters["id"] ?? "")) }),
    ])
    let client = try RawClient(port: server.port)
    client.send(request("GET /inline"))
    #expect(try client.answer()?.text == "now")
    client.send(request("POST /later", ["Content-Type: application/json"], body: "{}"))
    #expect(try client.answer()?.text == "later {}")
    client.send(request("GET /page/7"))
    #expect(try client.answer()?.text == "page 7")
    server.stop()
    server.stop()
    #expect(try client.isClosed())
    #expect(server.liveConnections == 0)
  }
}
