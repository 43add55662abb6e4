import HTTPTypes
import Testing

@testable import HTTPServer

/// Clients that are ready at one instant.
@Suite struct EventLoopTests {
  /// The library collects 128 events at a time, and its own loop waits for more after a full collection.
  @Test(arguments: [127, 128, 129, 256]) func clientsThatAreReadyAtOnceAreServedAtOnce(_ count: Int) throws {
    try Descriptors.ensure(2_000)
    let gate = Shared(false)
    let isHeld = Shared(false)
    let server = try startServer([
      Route(
        .get, "/hold",
        handler: .inline { _ in
          isHeld.change { $0 = true }
          _ = eventually { gate.value }
          return .text("held")
        }),
      Route(.get, "/", handler: .inline { _ in .text("served") }),
    ]) {
      $0.threads = 1
      $0.deadlines.idle = .seconds(60)
    }
    defer { gate.change { $0 = true } }
    // Each is connected and known to the loop before the loop is held.
    let clients = try (0..<count).map { _ in try RawClient(port: server.port, timeout: 8) }
    for client in clients {
      client.send(request("GET /"))
      #expect(try client.answer()?.text == "served")
    }
    let holder = try RawClient(port: server.port)
    holder.send(request("GET /hold"))
    #expect(eventually { isHeld.value })
    for client in clients { client.send(request("GET /")) }
    gate.change { $0 = true }
    for client in clients { #expect(try client.answer()?.text == "served") }
    #expect(try holder.answer()?.text == "held")
    server.stop()
  }
}
