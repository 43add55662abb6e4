import DeviceKit
import Rollcall
import Synchronization
import Testing

@Suite("What a sender says on its way, and how it is stopped")
struct SenderProgressTests {
  private let server = AuthServer()
  private let sleeper = Sleeper()
  private let file: TemporaryStore
  private let queue: DeviceQueue

  init() throws {
    file = try TemporaryStore()
    queue = try file.open().queue(of: TemporaryStore.ana)
  }

  /// A sender in Ana's name that says each of its states.
  private func sender(
    through way: (any HTTPSending)? = nil, clock: DeviceClock? = nil,
    changed: @escaping @Sendable (SyncState) async -> Void = { _ in }
  ) async throws -> Sender {
    let session = try DeviceSession(sender: way ?? server, storage: MemoryTokens(), deviceID: "install-1")
    guard case .done = await session.logIn(phone: "+38640123456", code: "1") else {
      throw AuthServer.AnswerLost()
    }
    let sender = Sender(session: session, clock: clock ?? sleeper.clock, changed: changed)
    await sender.use(queue)
    await sender.use(batchLimit: 50, order: .fifo)
    return sender
  }

  private func append(_ count: Int) throws { try queue.append((0..<count).map { .sample($0) }) }

  @Test("how much of what waited is done")
  func progress() async throws {
    try append(120)
    let states = Mutex<[SyncState]>([])
    let sender = try await sender(changed: { state in states.withLock { $0.append(state) } })
    #expect(await sender.syncNow())
    #expect(
      states.withLock { $0 } == [
        .syncing(done: 0, of: 120), .syncing(done: 50, of: 120), .syncing(done: 100, of: 120), .upToDate,
      ])
  }

  @Test("an attempt that fails is told at once, and once; another network alone is no attempt")
  func failures() async throws {
    try append(1)
    server.change { $0.script = [nil, nil, nil] }
    let states = Mutex<[SyncState]>([])
    let sender = try await sender(changed: { state in states.withLock { $0.append(state) } })
    var expected: [SyncState] = [.syncing(done: 0, of: 1)]
    for _ in 0..<3 {
      #expect(await !sender.syncNow())
      await sender.connection(true)
      expected.append(.waiting(.noAnswer))
      #expect(states.withLock { $0 } == expected)
    }
    #expect(await sender.syncNow())
    #expect(states.withLock { $0 } == expected + [.upToDate])
  }

  @Test("bringing the app to the foreground ends the wait: the queue is sent at once")
  func foreground() async throws {
    try append(1)
    server.change { $0.script = [nil] }
    let resting = AsyncStream.makeStream(of: Void.self)
    let told = AsyncStream.makeStream(of: SyncState.self)
    // Nobody wakes from a sleep by himself.
    let still = DeviceClock(
      now: { Sleeper.start },
      sleep: { _ in
        resting.continuation.yield()
        try await Task.sleep(for: .seconds(86_400))
      }, random: { 0 })
    let sender = try await sender(clock: still, changed: { told.continuation.yield($0) })
    let running = Task { await sender.run() }
    for await () in resting.stream { break }
    #expect(await sender.state == .waiting(.noAnswer))
    await sender.hurry()
    for await state in told.stream where state == .upToDate { break }
    running.cancel()
    await running.value
    #expect(server.batches.count == 2)
    #expect(try queue.status().pings == 0)
  }

  @Test("a connection that drops between two uploads costs the second one nothing")
  func drop() async throws {
    try append(60)
    server.change { $0.script = [.receipt(50), nil] }
    let sender = try await sender()
    #expect(await !sender.syncNow())
    await sender.connection(false)
    #expect(await !sender.syncNow())
    #expect(await sender.state == .waiting(.noNetwork))
    #expect(try queue.status().pings == 10)
    await sender.connection(true)
    #expect(await sender.syncNow())
    let sent = server.batches.map { $0.pings.compactMap(\.sequence) }
    #expect(sent == [Array(0..<50), Array(50..<60), Array(50..<60)])
    let keys = server.calls(to: "/app/v1/locations/batch").map { $0.headers["X-Idempotency-Key"] }
    #expect(keys[1] == keys[2])
  }

  @Test("who cancels stops it behind the request under way, which is not lost")
  func cancel() async throws {
    try append(120)
    let held = HeldServer(server) { $0.path.hasSuffix("/batch") }
    let sender = try await sender(through: held)
    let syncing = Task { await sender.syncNow() }
    await held.isReached()
    syncing.cancel()
    held.release()
    #expect(await !syncing.value)
    #expect(server.batches.count == 1)
    #expect(try queue.status().pings == 70)
    #expect(await sender.syncNow())
    #expect(try queue.status().pings == 0)
  }
}
