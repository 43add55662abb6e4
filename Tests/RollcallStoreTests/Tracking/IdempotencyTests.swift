import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("Idempotency keys")
struct IdempotencyTests {
  static let day = 86_400.0

  @Test("The same key with the same pings gets the stored answer and stores nothing")
  func replay() async throws {
    let phone = try TestStore().phone()
    let pings = try [ping(nil), ping(nil)]
    #expect(try await phone.send(pings, key: .key("k"), at: 10) == Answer(2))
    #expect(try await phone.send(pings, key: .key("k"), at: 20) == Answer(2, isReplay: true))
    #expect(try phone.history.count == 2)
  }

  @Test("The stored answer survives a restart")
  func restart() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    try await phone.send([ping(nil)], key: .key("k"), at: 10)
    try fixture.restart()
    #expect(try await phone.send([ping(nil)], key: .key("k"), at: 20) == Answer(1, isReplay: true))
  }

  @Test("The same key with other pings is refused and stores nothing, but is a contact")
  func reused() async throws {
    let phone = try TestStore().phone()
    try await phone.send([ping(1, 1)], key: .key("k", "a"), at: 10)
    await #expect(throws: StoreError.keyReused) {
      try await phone.send([ping(2, 2)], key: .key("k", "b"), at: 20)
    }
    #expect(try phone.history.count == 1)
    #expect(try phone.row.live.lastContact == .at(20))
    #expect(try await phone.send([ping(1, 1)], key: .key("k", "a"), at: 30) == Answer(1, isReplay: true))
  }

  @Test("A replay is contact only: it makes no fix fresh and says nothing about the phone")
  func contactOnly() async throws {
    let phone = try TestStore().phone()
    var telemetry = Telemetry()
    telemetry.permission = .denied
    try await phone.send([ping(0, 1)], key: .key("k"), at: 1_000)
    #expect(try phone.row.live.settled(at: .at(1_000)).status == .unknown)
    try await phone.send([ping(1_000, 1)], telemetry: telemetry, key: .key("k"), at: 1_001)
    let row = try phone.row
    #expect(row.live.lastContact == .at(1_001))
    #expect(row.live.settled(at: .at(1_001)).status == .unknown)
    #expect(try await phone.contact(at: 1_002).permission == nil)
  }

  @Test(
    "A key is remembered 24 h when every ping had a sequence, else 7 days",
    arguments: [
      (true, 1.0), (false, 7.0),
    ])
  func lifetime(everySequenced: Bool, days: Double) async throws {
    let phone = try TestStore().phone()
    let key = IdempotencyKey.key("k", everySequenced: everySequenced)
    try await phone.send([ping(nil)], key: key, at: 0)
    #expect(try await phone.send([ping(nil)], key: key, at: days * Self.day - 0.001).isReplay)
    #expect(try await phone.send([ping(nil)], key: key, at: days * Self.day) == Answer(1))
    #expect(try await phone.send([ping(nil)], key: key, at: days * Self.day + 1).isReplay)
  }

  @Test("A key belongs to one responder")
  func perResponder() async throws {
    let fixture = try TestStore()
    let (ana, bor) = (try fixture.phone(), try fixture.phone(name: "Bor"))
    #expect(try await ana.send([ping(nil)], key: .key("k"), at: 10) == Answer(1))
    #expect(try await bor.send([ping(nil)], key: .key("k"), at: 10) == Answer(1))
    #expect(try await bor.send([ping(nil)], key: .key("k"), at: 11) == Answer(1, isReplay: true))
  }

  @Test("A key outlives the login that used it")
  func acrossSessions() async throws {
    let fixture = try TestStore()
    var phone = try fixture.phone()
    try await phone.send([ping(nil)], key: .key("k"), at: 10)
    phone.session = try fixture.login(phone.id)
    #expect(try await phone.send([ping(nil)], key: .key("k"), at: 20) == Answer(1, isReplay: true))
  }

  @Test("Keys that differ in one byte are two keys")
  func bytes() async throws {
    let phone = try TestStore().phone()
    for key in ["k", "K", "k ", "kk"] {
      #expect(try await phone.send([ping(nil)], key: .key(key), at: 10) == Answer(1))
    }
  }

  @Test("The second of two equal requests at once waits for the first and replays it")
  func concurrent() async throws {
    let phone = try TestStore().phone()
    let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
      for _ in 0..<20 {
        group.addTask { try await phone.send([try ping(nil)], key: .key("k")) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count { !$0.isReplay } == 1)
    #expect(answers.allSatisfy { $0.stored == 1 })
    #expect(try phone.history.count == 1)
  }

  @Test("Expired keys are purged, others not")
  func purge() async throws {
    let phone = try TestStore().phone()
    try await phone.send([ping(nil)], key: .key("day"), at: 0)
    try await phone.send([ping(nil)], key: .key("week", everySequenced: false), at: 0)
    phone.fixture.clock.set(Self.day)
    #expect(try !phone.fixture.store.tracking.purgeIdempotencyKeys(), "two keys are one step")
    #expect(try phone.fixture.integer("SELECT count(*) FROM idempotency") == 1)
    #expect(try await phone.send([ping(nil)], key: .key("week", everySequenced: false)).isReplay)
  }

  @Test("Expired keys are found in steps, among any number of others, also by a walk after a restart")
  func purgeOfMany() throws {
    let fixture = try TestStore()
    let people = try (0..<3).map { try fixture.phone(name: "\($0)", device: "phone-\($0)").id }
    try fixture.store.pool.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN")
      for number in 0..<2_500 {
        let key = [UInt8](repeating: 0, count: 10) + [UInt8(number / 256), UInt8(number % 256)]
        let end: Int64 = number % 7 == 0 ? 1_000 : 9_000_000_000_000
        try db.run(
          """
          INSERT INTO idempotency VALUES (\(people[number % 3]), \(key), zeroblob(16), \(end), 1, 0, 0, NULL)
          """)
      }
      try db.execute(sql: "COMMIT")
    }
    fixture.clock.set(10)
    let left = { try fixture.integer("SELECT count(*) FROM idempotency WHERE expires_at = 1000") }
    #expect(try left() == 358)
    #expect(try fixture.store.tracking.purgeIdempotencyKeys())
    let rest = try left()
    #expect(rest < 358 && rest > 0)
    try fixture.restart()
    var steps = 1
    while try fixture.store.tracking.purgeIdempotencyKeys() { steps += 1 }
    #expect(try left() == 0 && steps == 3)
    #expect(try fixture.integer("SELECT count(*) FROM idempotency") == 2_142)
  }

  @Test("An answer is stored as its counts where it tells nothing else, and else word for word")
  func texts() async throws {
    let phone = try TestStore().phone()
    let session = phone.session
    func send(_ key: IdempotencyKey, _ pings: [Ping], _ more: String, repeats more2: String) async throws {
      func upload(_ more: String) async throws -> UploadAnswer {
        try await told { done in
          phone.fixture.store.tracking.ingest(
            Upload(batch: Batch(pings: pings), idempotency: key), from: session,
            answer: { $0.bytes + Array(more.utf8) }, plainAnswer: { $0.bytes }, done: done)
        }
      }
      let first = try await upload(more)
      let again = try await upload(more2)
      #expect(again.isReplay && again.body == first.body)
    }
    phone.fixture.clock.set(10)
    try await send(.key("a"), [try ping(1, 1), try ping(2, 2)], "", repeats: "")
    // The body of the first request counts, however the repeat would be answered.
    try await send(.key("b"), [try ping(1, 1), try ping(3, 3)], "", repeats: " with errors")
    try await send(.key("c"), [try ping(4, 4)], " with errors", repeats: "")
    let rows = try phone.fixture.texts(
      "SELECT stored || ' ' || duplicates || ' ' || (answer IS NULL) FROM idempotency ORDER BY expires_at, stored"
    )
    #expect(Set(rows) == ["2 0 1", "1 1 1", "1 0 0"])
  }
}
