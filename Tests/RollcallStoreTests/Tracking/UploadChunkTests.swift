import Columns
import Rollcall
import SQL
import Seeds
import Testing

@testable import RollcallStore

@Suite("Packed uploads are what was recorded, each once")
struct UploadChunkTests {
  private static let day: Int64 = 86_400_000

  /// A person's uploads, recorded one after the other.
  private struct Story {
    let fixture: TestStore
    let phone: TestPhone
    var now: Int64 = 100 * UploadChunkTests.day
    /// What must be there, by time and number.
    var expected: [UploadRow] = []
    private var count: Int64 = 0

    init() throws {
      fixture = try TestStore(retentionDays: 30)
      phone = try fixture.phone()
    }

    /// Records some uploads. Now and then the server's clock goes back, or many come within a millisecond.
    mutating func record(_ uploads: Int, _ random: inout SplitMix) throws {
      for _ in 0..<uploads {
        switch Int.random(in: 0..<60, using: &random) {
        case 0: now -= Int64.random(in: 1...(2 * UploadChunkTests.day), using: &random)
        case 1: now += Int64.random(in: 1...UploadChunkTests.day, using: &random)
        case 2..<10: break
        default: now += Int64.random(in: 1...90_000, using: &random)
        }
        count += 1
        expected.append(row(&random))
      }
      let (new, person) = (expected.suffix(uploads), phone.id)
      try fixture.store.write { [workspace = phone.session.workspace] transaction in
        var state = try transaction.liveness.state(of: person, in: workspace)
        for row in new { try transaction.track.store(row, of: state.key) }
        state.uploads += Int64(new.count)
        _ = try transaction.liveness.store(state)
      }
      expected.sort { ($0.receivedAt, $0.number) < ($1.receivedAt, $1.number) }
    }

    private func row(_ random: inout SplitMix) -> UploadRow {
      func some<Value>(_ value: Value) -> Value? { Int.random(in: 0..<4, using: &random) == 0 ? nil : value }
      var row = UploadRow()
      (row.receivedAt, row.number) = (now, count)
      row.session = phone.session.id.rawValue
      row.sentAt = some(now - Int64.random(in: -5_000...5_000, using: &random))
      row.stored = Int64.random(in: 0...50, using: &random)
      row.duplicates = Int64.random(in: 0...3, using: &random)
      if let latest = some(now - 1_000) { (row.latestPing, row.latestEffectiveAt) = (count, latest) }
      row.knownBattery = some(Double.random(in: 0...1, using: &random))
      row.permission = some(Int64.random(in: 0...1, using: &random))
      row.network = some(Int64.random(in: 0...2, using: &random))
      row.oldestEntryAge = some(Double(Int.random(in: 0...900, using: &random)) / 10)
      (row.lowPower, row.backlog) = (Bool.random(using: &random), Bool.random(using: &random))
      return row
    }

    /// Takes uploads of a span away; they may be half a chunk.
    mutating func purge(_ span: TimeSpan, upTo limit: Int) throws {
      let key = ResponderKey(phone.id, in: phone.session.workspace)
      let isGone = { (row: UploadRow) in
        row.receivedAt >= span.from.milliseconds && row.receivedAt < span.to.milliseconds
      }
      let gone = expected.filter(isGone)
      #expect(try fixture.store.read { try $0.track.countUploads(of: key.id, in: span) } == gone.count)
      var (left, taken): (TimeSpan, Int) = (span, 0)
      for _ in 0...gone.count + 2 where left.from < left.to {
        let rest = left
        let part = try fixture.store.write { transaction in
          try ExpiringUploads().delete(
            of: key, rest, RetentionLimits(days: 30, now: span.to), upTo: limit, transaction)
        }
        #expect(part.rows <= limit)
        taken += part.taken.count
        if let reached = part.reached { left = TimeSpan(from: reached, to: left.to) }
      }
      #expect(left.from >= left.to && taken == gone.count)
      expected.removeAll(where: isGone)
    }

    /// Compares what is read, by any way, with what must be there.
    func check(_ random: inout SplitMix) throws {
      let times = expected.map(\.receivedAt)
      let (first, last) = (times.first ?? now, times.last ?? now)
      let (one, other) = (
        Int64.random(in: first - 9...last + 9, using: &random),
        Int64.random(in: first - 9...last + 9, using: &random)
      )
      let span = TimeSpan(
        from: Timestamp(milliseconds: min(one, other)), to: Timestamp(milliseconds: max(one, other)))
      let inside = expected.filter {
        $0.receivedAt >= span.from.milliseconds && $0.receivedAt < span.to.milliseconds
      }
      try fixture.store.read { [expected, phone] db in
        #expect(texts(try TestStore.uploads(of: phone.id, db)) == texts(expected))
        var backwards: [UploadRow] = []
        try db.track.walkUploads(phone.id, in: Track.range(span), going: .backwards, .all) { rows, row in
          backwards += rows.picked([row]).all()
          return true
        }
        #expect(texts(backwards) == texts(inside.reversed()))
        #expect(try db.track.contacts(of: phone.id, in: span).map(\.stored) == inside.map(\.stored))
        let sums = try db.track.uploads(of: phone.id, in: span)
        #expect(sums.requests == inside.count && sums.stored == inside.map(\.stored).reduce(0, +))
        let known = expected.last { $0.receivedAt <= span.to.milliseconds }
        #expect(try db.track.known(of: phone.id, at: span.to)?.latest?.id == known?.latestPing)
        let next = expected.first { $0.receivedAt >= span.from.milliseconds }
        #expect(
          try db.track.firstContact(of: phone.id, since: span.from)?.milliseconds == next?.receivedAt)
        #expect(
          try db.track.firstReport(of: phone.id, from: span.from)?.telemetry.oldestEntryAge
            == next?.oldestEntryAge)
      }
    }
  }

  @Test(
    "Any history, also with a clock that goes back, purges of parts, and restarts", arguments: Seeds.some(12))
  func random(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    var story = try Story()
    for _ in 0..<12 {
      try story.record(Int.random(in: 1...150, using: &random), &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        let from = story.now - Int64.random(in: 0...(3 * Self.day), using: &random)
        let length = Int64.random(in: 1...Self.day, using: &random)
        try story.purge(
          TimeSpan(from: Timestamp(milliseconds: from), to: Timestamp(milliseconds: from + length)),
          upTo: Int.random(in: 1...40, using: &random))
      }
      if Int.random(in: 0..<5, using: &random) == 0 { try story.fixture.restart() }
      try story.check(&random)
    }
    let sizes = try story.fixture.texts("SELECT length(data) FROM upload_chunk").compactMap { Int($0) }
    #expect(!sizes.isEmpty && sizes.allSatisfy { $0 <= TrackWrites.chunkSize })
    #expect(try story.fixture.store.verify() == [])
  }

  @Test("An attempt is recognised however many came since, and only of its login")
  func attempts() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    for number in 0..<100 {
      let at = 1_000 + Double(number) * 10
      try await phone.send([ping(at - 1, Int64(number))], sentAt: .at(at - 0.5), at: at)
    }
    #expect(try fixture.integer("SELECT sum(uploads) FROM upload_chunk") == 96)
    let other = try fixture.login(phone.id, device: "other")
    let found = try fixture.store.write { transaction in
      let statements = try transaction.tracking.uploadStatements()
      return try [(0.0, phone.session.id), (950, phone.session.id), (3, phone.session.id), (0, other.id)].map
      {
        try transaction.db.track.wasSent(
          at: .at(999.5 + $0.0), from: $0.1.rawValue, of: phone.id, statements.packedAttempts)
      }
    }
    #expect(found == [true, true, false, false])
  }

  @Test("A damaged chunk is told, whoever reads it, and the phone goes on")
  func damage() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    func send(_ numbers: Range<Int>) async throws {
      for number in numbers {
        let at = 1_000 + Double(number) * 10
        try await phone.send([ping(at - 1, Int64(number))], sentAt: .at(at), at: at)
      }
    }
    try await send(0..<40)
    #expect(try fixture.store.verify() == [])
    try fixture.execute("UPDATE upload_chunk SET uploads = uploads + 1")
    #expect(try fixture.store.verify().contains { $0.contains("holds something else than it says") })
    try fixture.execute(
      "UPDATE upload_chunk SET uploads = uploads - 1, data = substr(data, 1, length(data) - 1)")
    #expect(try fixture.store.verify().contains { $0.contains("is damaged") })
    #expect(throws: StoreError.self) {
      try fixture.store.liveness.facts(
        of: phone.id, in: fixture.workspace.id, TimeSpan(from: .at(0), to: .at(9_999)))
    }
    try await send(40..<70)
    #expect(try fixture.integer("SELECT count(*) FROM upload_chunk") == 2, "what is new is stored beside it")
  }
}

/// Rows as texts that differ when a bit of them does.
private func texts(_ rows: [UploadRow]) -> [String] { rows.map { "\($0)" } }
