import DeviceKit
import Rollcall
import RollcallWire
import Synchronization
import Testing

@Suite("The sender")
struct SenderTests {
  private let server = AuthServer()
  private let sleeper = Sleeper()
  private let file: TemporaryStore
  private let queue: DeviceQueue
  private let session: DeviceSession
  private let sender: Sender
  private let log = SenderLog()

  init() async throws {
    file = try TemporaryStore()
    queue = try file.open().queue(of: TemporaryStore.ana)
    session = try DeviceSession(sender: server, storage: MemoryTokens(), deviceID: "install-1")
    guard case .done = await session.logIn(phone: "+38640123456", code: "049130") else {
      throw AuthServer.AnswerLost()
    }
    sender = Sender(session: session, clock: sleeper.clock, news: log.record)
    await sender.use(queue)
  }

  private func append(_ count: Int) throws {
    let last = try queue.status().pings
    try queue.append((last..<last + count).map { .sample($0) })
  }

  private var sequences: [[Int64]] { server.batches.map { $0.pings.compactMap(\.sequence) } }

  @Test("everything goes out in order, notices first, in requests as large as they may be")
  func everything() async throws {
    try append(60)
    try queue.append(
      [.duty(.onDuty, order: nil), .event(.battery(0.2)), .event(.network(.wifi))], at: sleeper.now)
    await sender.use(batchLimit: 50, order: .fifo)
    #expect(await sender.syncNow())
    #expect(
      server.calls.dropFirst().map(\.path) == [
        "/app/v1/duty", "/app/v1/device-events", "/app/v1/locations/batch", "/app/v1/locations/batch",
      ])
    #expect(sequences == [Array(0..<50), Array(50..<60)])
    #expect(server.batches.allSatisfy { $0.queueID == queue.name && $0.sentAt == sleeper.now })
    #expect(server.batches.map(\.telemetry.queueDepth) == [10, 0])
    #expect(server.batches[0].telemetry.oldestEntryAge != nil)
    #expect(try queue.status().pending == 0)
    #expect(await sender.state == .upToDate)
  }

  @Test("of a long backlog the newest fix goes first, unless the profile wants the order kept")
  func newestFirst() async throws {
    try append(120)
    #expect(await sender.syncNow())
    #expect(sequences == [Array(0..<49) + [119], Array(49..<98) + [118], Array(98..<118)])
  }

  @Test("a smaller batch limit of the configuration is kept", arguments: [1, 7, 500, 0, -3])
  func batchLimit(limit: Int) async throws {
    try append(60)
    await sender.use(batchLimit: limit, order: .fifo)
    #expect(await sender.syncNow())
    #expect(sequences.flatMap { $0 } == Array(0..<60))
    #expect(sequences.map(\.count).max() == min(50, max(1, limit)))
  }

  @Test(
    "pings without an answer are sent again unchanged, under the same key, with the time of the new attempt",
    arguments: [nil, .error(500, "UNAVAILABLE"), HTTPAnswer(status: 502)] as [HTTPAnswer?])
  func retry(failure: HTTPAnswer?) async throws {
    try append(3)
    server.change { $0.script = [failure] }
    #expect(await !sender.syncNow())
    #expect(try queue.status().pings == 3, "nothing is forgotten without an answer")
    try await sleeper.clock.sleep(700)
    #expect(await run(until: 2))
    #expect(sequences == [[0, 1, 2], [0, 1, 2]])
    let keys = server.calls(to: "/app/v1/locations/batch").map { $0.headers["X-Idempotency-Key"] }
    #expect(keys[0] == keys[1])
    #expect(keys[0].map { (1...255).contains($0.utf8.count) } == true)
    #expect(Set(server.batches.map(\.sentAt)).count == 2)
    #expect(try queue.status().pings == 0)
  }

  @Test("Retry-After is obeyed, even by a hurried sender", arguments: [429, 503])
  func retryAfter(status: Int) async throws {
    try append(1)
    server.change { $0.script = [.error(status, "RATE_LIMITED", headers: ["Retry-After": "7"])] }
    #expect(await !sender.syncNow())
    #expect(await !sender.syncNow())
    #expect(sequences.count == 1)
    #expect(await sender.state == .waiting(.busy))
    try await sleeper.clock.sleep(7_000)
    #expect(await sender.syncNow())
  }

  @Test("a found network ends the wait; without one nothing is sent")
  func network() async throws {
    try append(1)
    server.change { $0.script = [nil] }
    #expect(await !sender.syncNow())
    await sender.connection(false)
    #expect(await !sender.syncNow())
    #expect(await sender.state == .waiting(.noNetwork))
    #expect(sequences.count == 1)
    await sender.connection(true)
    #expect(await sender.syncNow())
    #expect(sequences.count == 2)
  }

  @Test("a poisoned ping is set aside with the server's reason, and the rest is stored: lenient or strict")
  func poisoned() async throws {
    try append(3)
    let errors = #"[{"index":1,"field":"lat","rule":"range","message":"lat must be right"}]"#
    server.change {
      $0.script = [
        .ok(#"{"count":2,"stored":2,"duplicates":0,"expired":0,"rejected":\#(errors)}"#, status: 201),
        .problem(400, "VALIDATION_ERROR", #"{"errors":\#(errors)}"#),
      ]
    }
    #expect(await sender.syncNow())
    #expect(server.calls(to: "/app/v1/locations").allSatisfy { $0.headers["Prefer"] == "handling=lenient" })
    #expect(try queue.setAsideEntries().map(\.reason) == ["lat must be right"])
    try queue.append((0..<3).map { .sample($0) })
    #expect(await sender.syncNow())
    #expect(sequences == [[0, 1, 2], [3, 4, 5], [3, 5]])
    #expect(try queue.status().setAside == 2)
    #expect(
      log.items == [.setAside(1, reason: "lat must be right"), .setAside(1, reason: "lat must be right")])
  }

  @Test("when the server names no item, halving finds the one at fault", arguments: [400, 413])
  func split(status: Int) async throws {
    try append(4)
    let no = HTTPAnswer.error(status, status == 413 ? "PAYLOAD_TOO_LARGE" : "MALFORMED_JSON")
    server.change { $0.script = [no, no, no] }
    await sender.use(batchLimit: 50, order: .fifo)
    #expect(await sender.syncNow())
    #expect(sequences == [[0, 1, 2, 3], [0, 1], [0], [1], [2, 3]])
    #expect(try queue.status().setAside == 1)
    #expect(try queue.status().pings == 0)
  }

  @Test("a key that was used for other pings is changed")
  func reusedKey() async throws {
    try append(2)
    server.change { $0.script = [.error(422, "IDEMPOTENCY_KEY_REUSED")] }
    #expect(await sender.syncNow())
    let keys = server.calls(to: "/app/v1/locations/batch").map { $0.headers["X-Idempotency-Key"] }
    #expect(keys.count == 2)
    #expect(keys[0] != keys[1])
    #expect(sequences[0] == sequences[1])
  }

  @Test("a server that refuses every key is not asked again at once, and costs no ping")
  func everyKeyReused() async throws {
    try append(2)
    server.change { $0.script = Array(repeating: .error(422, "IDEMPOTENCY_KEY_REUSED"), count: 9) }
    #expect(await !sender.syncNow())
    #expect(sequences.count == 2)
    #expect(await sender.state == .waiting(.refused))
    #expect(try queue.status().pings == 2)
  }

  @Test("a refusal that is not the pings' fault costs none of them", arguments: [403, 404, 405, 411, 415])
  func refused(status: Int) async throws {
    try append(2)
    server.change { $0.script = [.error(status, "FORBIDDEN")] }
    #expect(await !sender.syncNow())
    #expect(try queue.status().pings == 2)
    #expect(try queue.status().setAside == 0)
    #expect(await sender.state == .waiting(.refused))
  }

  @Test("counts that do not cover what was sent remove nothing")
  func shortReceipt() async throws {
    try append(2)
    server.change { $0.script = [.receipt(1)] }
    #expect(await !sender.syncNow())
    #expect(try queue.status().pings == 2)
  }

  @Test("a revoked session stops the sender and keeps the queue; the same responder's next login sends it")
  func revoked() async throws {
    try append(2)
    server.change { $0.refusal = .sessionRevoked }
    #expect(await !sender.syncNow())
    #expect(await sender.state == .sessionEnded)
    #expect(try queue.status().pings == 2)
    let before = server.calls.count
    #expect(await !sender.syncNow())
    #expect(server.calls.count == before)
    server.change { $0.refusal = nil }
    guard case .done(let owner) = await session.logIn(phone: "+38640123456", code: "1") else {
      Issue.record("no login")
      return
    }
    await sender.use(try file.open().queue(of: owner.responder))
    #expect(await sender.syncNow())
    #expect(sequences.last == [0, 1])
  }

  @Test("one responder's queue is never sent under another")
  func otherResponder() async throws {
    try append(2)
    server.change { $0.owner = 12 }
    guard case .done(let owner) = await session.logIn(phone: "+38640999999", code: "1") else {
      Issue.record("no login")
      return
    }
    await sender.use(try file.open().queue(of: owner.responder))
    #expect(await sender.syncNow())
    #expect(server.batches.isEmpty)
    #expect(try queue.status().pings == 2)
  }

  @Test("a queue is not sent under another's session, whichever the app forgets to change")
  func neverUnderAnother() async throws {
    try append(2)
    try queue.append([.duty(.onDuty, order: nil)], at: sleeper.now)
    server.change { $0.owner = 12 }
    _ = await session.logIn(phone: "+38640999999", code: "1")
    let before = server.calls.count
    #expect(await !sender.syncNow())
    #expect(server.calls.count == before)
    #expect(try queue.status().pending == 3)
    guard case .refused = await session.call(of: queue.owner, { await $0.send([]) }) else {
      Issue.record("sent")
      return
    }
  }

  @Test("an expired token is renewed, and the same pings go out once more")
  func expired() async throws {
    try append(2)
    server.change { $0.refusal = .tokenExpired }
    #expect(await sender.syncNow())
    #expect(sequences == [[0, 1], [0, 1]])
    #expect(sleeper.slept.isEmpty)
  }

  @Test("behind a captive portal nothing is lost, and it gets no further token")
  func portal() async throws {
    try append(2)
    server.change { $0.isPortal = true }
    #expect(await !sender.syncNow())
    #expect(await !sender.syncNow())
    #expect(await sender.state == .waiting(.captivePortal))
    #expect(sequences.count == 1)
    #expect(try queue.status().pings == 2)
    server.change { $0.isPortal = false }
    #expect(await sender.syncNow())
    #expect(try queue.status().pings == 0)
    #expect(server.calls(to: "/health").allSatisfy { $0.headers["Authorization"] == nil })
  }

  @Test("offers come with an answer; one that is answered too late is told, and does not hold up the rest")
  func offers() async throws {
    try queue.append(
      [.answer(.accept, to: Offer.ID(5), reason: nil), .duty(.onDuty, order: nil)], at: sleeper.now)
    server.change { $0.script = [.error(409, "CONFLICT")] }
    #expect(await sender.syncNow())
    #expect(server.calls.dropFirst().map(\.path) == ["/app/v1/offers/5/accept", "/app/v1/duty"])
    guard case .refused(let notice, let refusal)? = log.items.first else {
      Issue.record("not told")
      return
    }
    #expect(notice == .answer(.accept, to: Offer.ID(5), reason: nil))
    #expect(refusal.code == .conflict)
  }

  @Test("a report waits for the assignment's number, and is over when the assignment is")
  func reports() async throws {
    try queue.append(
      [.report(.arrived, of: Offer.ID(5)), .report(.complete, of: Offer.ID(6))], at: sleeper.now)
    let assignment = #"{"id":9,"offer_id":5,"since":"2026-11-21T09:14:53.853Z","incident":{"id":1}}"#
    server.change { $0.script = [.ok(assignment), .ok("null"), .ok("null")] }
    #expect(await sender.syncNow())
    #expect(
      server.calls.dropFirst().map(\.path) == [
        "/app/v1/assignment", "/app/v1/assignments/9/arrived", "/app/v1/assignment",
      ])
    #expect(log.items.count == 1)
  }

  @Test("while it runs, it waits and tries again by itself, sends what comes, and ends when it is cancelled")
  func runs() async throws {
    try append(1)
    server.change { $0.script = [nil, nil] }
    #expect(await run(until: 3))
    #expect(sleeper.slept.filter { $0 < 86_400_000 } == [500, 1_000])
    #expect(try queue.status().pings == 0)
  }

  /// Lets the sender run until so many uploads have gone out and nothing waits.
  private func run(until uploads: Int) async -> Bool {
    let done = AsyncStream.makeStream(of: Void.self)
    let sender = Sender(
      session: session, clock: sleeper.patientClock,
      changed: { state in
        if state == .upToDate { done.continuation.yield() }
      })
    await sender.use(queue)
    let task = Task { await sender.run() }
    for await () in done.stream where sequences.count >= uploads { break }
    task.cancel()
    await task.value
    return sequences.count == uploads
  }
}

/// What a sender told.
final class SenderLog: Sendable {
  private let told = Mutex<[SenderNews]>([])
  var items: [SenderNews] { told.withLock { $0 } }
  @Sendable func record(_ news: SenderNews) async { told.withLock { $0.append(news) } }
}

extension Sleeper {
  /// The same clock, which sleeps for ever when nothing is to be waited for.
  var patientClock: DeviceClock {
    let clock = clock
    return DeviceClock(
      now: clock.now,
      sleep: { milliseconds in
        if milliseconds >= 86_400_000 { try await Task.sleep(for: .seconds(86_400)) }
        try await clock.sleep(milliseconds)
      }, random: clock.random)
  }
}

extension HTTPAnswer {
  static func problem(_ status: Int, _ code: String, _ data: String) -> HTTPAnswer {
    HTTPAnswer(status: status, body: Array(#"{"data":\#(data),"message":"No.","code":"\#(code)"}"#.utf8))
  }
}
