import DeviceKit
import Rollcall
import Testing

@Suite("The golden answers, and what becomes of the queue")
struct GoldenAnswerTests {
  @Test("there are answers of every kind")
  func kinds() throws {
    let statuses = try Set(GoldenAnswer.all().map(\.answer.status))
    #expect(statuses.isSuperset(of: [201, 400, 401, 405, 411, 413, 415, 422]))
  }

  /// After the golden answer the server takes everything, so what the queue has lost then was lost by that answer.
  @Test("no answer costs a ping that the server did not name", arguments: try GoldenAnswer.all())
  func whatLeaves(golden: GoldenAnswer) async throws {
    let file = try TemporaryStore()
    let queue = try file.open().queue(of: TemporaryStore.ana)
    let server = AuthServer()
    let session = try DeviceSession(sender: server, storage: MemoryTokens(), deviceID: "install-1")
    _ = await session.logIn(phone: "+38640123456", code: "049130")
    let sender = Sender(session: session, clock: Sleeper().clock)
    await sender.use(queue)
    try queue.append((0..<golden.pings).map { .sample($0) })
    server.change { $0.script = [golden.answer] }
    let isDone = await sender.syncNow()

    let status = try queue.status()
    #expect(server.batches.first?.pings.map(\.sequence) == (0..<Int64(golden.pings)).map { $0 })
    switch (golden.answer.status, golden.code) {
    case (201, _),
      (400, "VALIDATION_ERROR") where !golden.indices.isEmpty:
      #expect(isDone)
      #expect(status.setAside == golden.indices.count)
    case (400, "VALIDATION_ERROR"), (400, "MALFORMED_JSON"), (413, _):
      #expect(isDone)
      // Halves went out; only one that was refused alone is set aside.
      #expect(status.setAside == (golden.pings == 1 ? 1 : 0))
    case (401, "SESSION_REVOKED"):
      #expect(!isDone)
      #expect(status.pings == golden.pings)
      #expect(await sender.state == .sessionEnded)
    case (401, _), (422, _):
      #expect(isDone)
      #expect(server.batches.count == 2)
      #expect(status.setAside == 0)
    default:
      #expect(!isDone)
      #expect(status.pings == golden.pings)
      #expect(await sender.state == .waiting(.refused))
    }
    #expect(status.pings == 0 || !isDone)
    #expect(status.evicted == 0)
  }
}
