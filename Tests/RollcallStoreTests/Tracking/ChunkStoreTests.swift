import Columns
import Rollcall
import SQL
import Seeds
import Testing

@testable import RollcallStore

@Suite("Positions in chunks are what phones sent, each once")
struct ChunkStoreTests {
  /// What a ping is told apart by, and what is told of it.
  private struct Sent: Hashable {
    let raw: Timestamp?
    let sequence: Int64?
    let latitude: Double
    let accuracy: Double?

    init(_ ping: Ping) {
      (raw, sequence) = (ping.recordedAt, ping.sequence)
      (latitude, accuracy) = (ping.position.latitude, ping.accuracy)
    }
  }

  /// Pings of a batch: on time, from hours or days ago, out of order, or dated by nobody.
  private static func batch(_ first: Int64, at now: Double, _ numbers: inout SplitMix) throws -> [Ping] {
    let count = Int64.random(in: 1...12, using: &numbers)
    let kind = Int.random(in: 0..<8, using: &numbers)
    var start = now - Double(count) * 15
    if kind == 5 { start -= Double.random(in: 0..<20_000, using: &numbers) }
    if kind == 6 { start -= Double.random(in: 0..<400_000, using: &numbers) }
    var pings = try (0..<count).map { index in
      let taken = kind == 7 ? nil : (start + Double(index) * 15).rounded()
      return try ping(
        taken, first + index, lat: 46 + Double(Int.random(in: 0..<9_999, using: &numbers)) / 1e7,
        accuracy: Bool.random(using: &numbers) ? nil : Double(Int.random(in: 30..<200, using: &numbers)) / 10)
    }
    if Bool.random(using: &numbers) { pings.shuffle(using: &numbers) }
    return pings
  }

  @Test(
    "Late, undated and repeated, in any order, of several queues and across restarts",
    arguments: Seeds.some(6))
  func random(seed: UInt64) async throws {
    var numbers = SplitMix(state: seed)
    let fixture = try TestStore()
    let phones = [try fixture.phone(), try fixture.phone(name: "Bo")]
    var (now, sequence): (Double, Int64) = (500_000, 0)
    var sent: [[(pings: [Ping], queue: String)]] = [[], []]
    for step in 0..<120 {
      let who = Int.random(in: 0..<2, using: &numbers)
      now += Double.random(in: 1..<(step % 7 == 0 ? 30_000 : 300), using: &numbers).rounded()
      if let old = sent[who].randomElement(using: &numbers), Int.random(in: 0..<3, using: &numbers) == 0 {
        let undated = old.pings.contains { $0.recordedAt == nil }
        let answer = try await phones[who].send(old.pings, queue: old.queue, at: now)
        #expect(
          answer.stored == 0 && answer.duplicates == old.pings.count, "seed \(seed), undated \(undated)")
        continue
      }
      let pings = try Self.batch(sequence, at: now, &numbers)
      sequence += Int64(pings.count)
      let queue = Bool.random(using: &numbers) ? "one" : "two"
      #expect(try await phones[who].send(pings, queue: queue, at: now).stored == pings.count, "seed \(seed)")
      sent[who].append((pings, queue))
      if step % 40 == 39 { try fixture.restart() }
    }
    #expect(try fixture.integer("SELECT count(*) FROM chunk") > 4)
    for (phone, sent) in zip(phones, sent) {
      let history = try phone.history
      let expected = sent.flatMap(\.pings).map(Sent.init)
      #expect(Set(history.map { Sent($0.ping) }) == Set(expected) && history.count == expected.count)
      let places = history.map(\.place.row)
      #expect(places == places.sorted() && Set(history.map(\.id)).count == history.count)
      #expect(history.allSatisfy { $0.id >> 32 == phone.id.rawValue })
    }
    try expectPages(fixture, of: phones)
    #expect(try fixture.store.verify() == [])
  }

  /// Page by page everybody's history is that of each, and a person's is that of one page.
  private func expectPages(_ fixture: TestStore, of phones: [TestPhone]) throws {
    let whole = try fixture.history()
    let parts = try phones.flatMap { try $0.history }.sorted { $0.place.row < $1.place.row }
    #expect(whole.map(\.id) == parts.map(\.id))
    for (limit, isNewestFirst) in [(1, false), (7, false), (50, false), (1, true), (7, true), (50, true)] {
      var (found, cursor): ([Int64], HistoryCursor?) = ([], nil)
      let all = PingFilter(from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max))
      while true {
        let page = try fixture.store.tracking.history(
          of: fixture.workspace, all, isNewestFirst: isNewestFirst, after: cursor, limit: limit)
        found += page.map(\.id)
        guard page.count == limit, let last = page.last else { break }
        cursor = last.place
      }
      let expected = whole.map(\.id)
      #expect(found == (isNewestFirst ? expected.reversed() : expected), "\(limit) at once")
    }
  }

  /// Sends so many pings, ten a batch, a minute apart.
  private func send(_ count: Int, _ phone: TestPhone, from first: Int64 = 0) async throws {
    for start in stride(from: first, to: first + Int64(count), by: 10) {
      let pings = try (start..<start + 10).map { try ping(Double($0) * 60, $0, lat: 46 + Double($0) / 1e5) }
      try await phone.send(pings, at: Double(start + 10) * 60)
    }
  }

  @Test("Uploads become chunks in the transaction that brings enough of them")
  func merged() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    try await send(150, phone)
    #expect(try fixture.integer("SELECT count(*) FROM chunk") == 0)
    #expect(try fixture.integer("SELECT sum(pings) FROM fresh") == 150)
    try await send(10, phone, from: 150)
    #expect(try fixture.integer("SELECT count(*) FROM fresh") == 0)
    #expect(try fixture.integer("SELECT sum(pings) FROM chunk") == 160)
    #expect(try fixture.integer("SELECT max(length(data)) FROM chunk") <= 1_900)
    #expect(try phone.history.count == 160)
    #expect(try fixture.store.verify() == [])
  }

  @Test("An id is never given again, whatever was purged")
  func ids() async throws {
    let fixture = try TestStore(retentionDays: 1)
    let phone = try fixture.phone()
    try await send(20, phone)
    let before = try #require(try phone.history.map(\.id).max())
    fixture.clock.set(5 * 86_400)
    try fixture.purgeAll()
    #expect(try phone.history.isEmpty)
    try fixture.restart()
    try await phone.send([ping(5 * 86_400, 1_000)], at: 5 * 86_400)
    #expect(try phone.history.map(\.id) == [before + 1])
  }

  @Test("A damaged chunk is told to whoever reads its time, and to nobody else; uploads go on")
  func damaged() async throws {
    let fixture = try TestStore()
    let (phone, other) = (try fixture.phone(), try fixture.phone(name: "Bo"))
    try await send(160, phone)
    try await send(10, other)
    try fixture.execute(
      "UPDATE chunk SET data = substr(data, 1, length(data) - 1) WHERE part = 1")
    #expect(try fixture.store.verify().contains { $0.contains("is damaged") })
    #expect(throws: StoreError.self) { try phone.history }
    #expect(throws: StoreError.self) { try fixture.history() }
    #expect(throws: StoreError.self) { _ = try PersonalDataTests.rows(of: phone.id, fixture) }
    #expect(try other.history.count == 10)
    // What is new lies behind it, and what lies in its time is stored beside it.
    try await send(160, phone, from: 160)
    // A phone whose newest ping is always a minute old has a clock that is a minute behind.
    let filter = PingFilter(from: .at(161 * 60), to: .at(322 * 60), responder: phone.id)
    #expect(
      try fixture.store.tracking.history(of: fixture.workspace, filter, after: nil, limit: 999).count == 160)
    #expect(throws: StoreError.self) { try phone.history }
    // A repeat of what it holds cannot be judged: it is refused, and nothing is stored twice.
    await #expect(throws: StoreError.self) { try await phone.send([ping(60, 1)], at: 20_000) }
  }

  @Test(
    "What a chunk is said to hold is compared with what it holds",
    arguments: [
      ("first_at = first_at - 1", "holds something else"),
      ("raw_last = raw_last + 1", "holds something else"),
      ("pings = pings + 1", "holds something else"), ("flags = flags + 1", "holds something else"),
      ("first_id = first_id + 1", "begins or ends elsewhere"), ("day = day - 1", "of another day"),
    ])
  func compared(change: String, told: String) async throws {
    let fixture = try TestStore()
    try await send(160, try fixture.phone())
    try fixture.execute("UPDATE chunk SET \(change) WHERE part = 1")
    let problems = try fixture.store.verify()
    #expect(problems.contains { $0.contains(told) }, "\(problems)")
  }

  @Test("A position that is stored twice, or whose id would be given again, is told")
  func doubled() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    try await send(10, phone)
    try fixture.execute(
      "INSERT INTO fresh SELECT responder_id, number + 1, workspace_id, first_at, last_at, raw_first, raw_last, undated_first, undated_last, pings, flags, data FROM fresh"
    )
    let problems = try fixture.store.verify()
    #expect(
      problems.contains { $0.contains("stored twice") }
        && problems.contains { $0.contains("two positions have the id") })
    try fixture.execute("DELETE FROM fresh WHERE number % 2 = 0; UPDATE liveness SET pings = 3")
    #expect(try fixture.store.verify().contains { $0.contains("would be given again") })
  }
}
