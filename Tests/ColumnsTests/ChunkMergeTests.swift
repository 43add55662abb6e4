import Seeds
import Testing

@testable import Columns

/// The positions of one person as a store keeps them: uploads as they came, and chunks of a day.
private struct StoredPings {
  /// One entry in a table of chunks.
  struct Entry {
    let bytes: [UInt8]
    let summary: ChunkSummary
    let found: PingSummary
    var leaf: ChunkMerge.Leaf { ChunkMerge.Leaf(ends: summary.first...summary.last, size: bytes.count) }
  }

  static let limit = 1_900
  static let uploadsKept = 16
  private(set) var fresh: [Entry] = []
  /// By day; of a day by time.
  private(set) var chunks: [Int64: [Entry]] = [:]
  private(set) var rewritten = 0

  var all: [Entry] { fresh + chunks.values.joined() }

  static func entry(_ part: ChunkMerge.Part<PingColumn>) throws -> Entry {
    Entry(
      bytes: part.bytes, summary: try #require(ChunkSummary(part.rows)), found: PingSummary(part.rows))
  }

  mutating func store(_ rows: [PingRow]) throws {
    for part in Rows(rows).ordered().byDay() {
      let bytes = try PingColumn.encode(part.rows)
      fresh.append(try Self.entry(ChunkMerge.Part(rows: part.rows, bytes: bytes)))
    }
    if fresh.count >= Self.uploadsKept { try merge() }
  }

  mutating func merge() throws {
    var new = Rows<PingColumn>()
    for entry in fresh { new.append(try Chunk(entry.bytes).pings()) }
    fresh = []
    for (day, rows) in new.ordered().byDay() {
      let leaves = chunks[day] ?? []
      let touched = ChunkMerge.touched(
        leaves.map(\.leaf), by: try #require(rows.ends), limit: Self.limit)
      let stored = try leaves[touched].map { try Chunk($0.bytes).pings() }
      rewritten += stored.count
      let joined = try ChunkMerge.join(stored, rows, limit: Self.limit).map(Self.entry)
      chunks[day, default: []].replaceSubrange(touched, with: joined)
    }
  }

  /// Everything, in order.
  func rows() throws -> Rows<PingColumn> {
    var rows = Rows<PingColumn>()
    for day in chunks.keys.sorted() {
      for entry in chunks[day] ?? [] { rows.append(try Chunk(entry.bytes).pings()) }
    }
    for entry in fresh { rows.append(try Chunk(entry.bytes).pings()) }
    return rows.ordered()
  }

  /// The ids of the stored rows that `ping` may repeat, found by the summaries.
  func candidates(for ping: PingRow) throws -> Set<Int64> {
    var ids = Set<Int64>()
    for entry in all {
      if let time = ping.recordedAt {
        guard entry.found.recorded?.contains(time) ?? false else { continue }
        let rows = try Chunk(entry.bytes).pings()
        ids.formUnion(rows.rows(recordedAt: time).compactMap { rows.integer(.id, $0) })
      } else if let sequence = ping.sequence {
        let rows = try Chunk(entry.bytes).pings([.recordedAt, .sequence, .queue, .id])
        ids.formUnion(
          rows.undated(sequence: sequence, queue: ping.queue).compactMap { rows.integer(.id, $0) })
      }
    }
    return ids
  }

  /// Deletes what lies in these spans; whole chunks without decoding them.
  mutating func purge(_ spans: [Range<Int64>]) throws -> (count: Int, first: Int64?, last: Int64?) {
    var (count, times): (Int, [Int64]) = (0, [])
    func left(of entries: [Entry]) throws -> [Entry] {
      try entries.compactMap { entry -> Entry? in
        let (first, last) = (entry.summary.first.time, entry.summary.last.time)
        if !spans.contains(where: { $0.lowerBound <= last && $0.upperBound > first }) { return entry }
        if spans.contains(where: { $0.contains(first) && $0.contains(last) }) {
          count += entry.summary.count
          times += [first, last]
          return nil
        }
        let (kept, taken) = try Chunk(entry.bytes).pings().without(spans)
        count += taken.count
        if let taken = taken.times { times += [taken.lowerBound, taken.upperBound] }
        guard kept.count > 0 else { return nil }
        return try Self.entry(ChunkMerge.Part(rows: kept, bytes: PingColumn.encode(kept)))
      }
    }
    fresh = try left(of: fresh)
    for day in chunks.keys { chunks[day] = try left(of: chunks[day] ?? []) }
    return (count, times.min(), times.max())
  }
}

/// Uploads of one person over some days, on time and late.
private struct RandomUploads {
  var numbers: SeededNumbers
  private(set) var now: Int64 = 1_795_000_000_000
  private var (id, sequence): (Int64, Int64) = (1, 0)

  init(seed: UInt64) { numbers = SeededNumbers(state: seed) }

  mutating func number(_ range: Range<Int64>) -> Int64 { Int64.random(in: range, using: &numbers) }

  mutating func upload() -> [PingRow] {
    now += number(0..<3) == 0 ? number(0..<30_000_000) : number(0..<600_000)
    // On time, from hours ago, from days ago, all at one instant, or dated by nobody.
    let kind = number(0..<10)
    let count = number(0..<3) == 0 ? 1 : number(1..<51)
    var start = now - count * 15_000
    if kind == 6 { start -= number(0..<20_000_000) }
    if kind == 7 { start -= number(0..<400_000_000) }
    var rows: [PingRow] = []
    for index in 0..<count {
      var row = PingRow()
      row.id = id
      row.receivedAt = now
      row.effectiveAt = kind == 8 || kind == 9 ? now : start + index * 15_000 + number(0..<2_000)
      if kind != 9 { row.recordedAt = row.effectiveAt + (kind == 5 ? number(-900_000..<900_000) : 0) }
      if number(0..<4) != 0 { row.sequence = sequence }
      row.queue = number(1..<3)
      (row.latitude, row.longitude) = (46 + Double(number(0..<9_999)) / 1e7, 14.5)
      row.flags = number(0..<20) == 0 ? 1 << number(0..<10) : 0
      row.onDuty = number(0..<9) != 0
      row.accuracy = number(0..<5) == 0 ? nil : Double(number(30..<200)) / 10
      (id, sequence) = (id + 1, sequence + 1)
      rows.append(row)
    }
    if number(0..<4) == 0 { rows.shuffle(using: &numbers) }
    return rows
  }
}

@Suite("Uploads merged into chunks stay what they were")
struct ChunkMergeTests {
  /// The model: all rows, in order.
  private static func ordered(_ rows: [PingRow]) -> [PingRow] {
    rows.sorted { ($0.effectiveAt, $0.id) < ($1.effectiveAt, $1.id) }
  }

  @Test(
    "Every row is there once and in order, whenever it came, and chunks never overlap",
    arguments: Seeds.some(5))
  func merged(seed: UInt64) throws {
    var random = RandomUploads(seed: seed)
    var (stored, known) = (StoredPings(), [PingRow]())
    for step in 0..<120 {
      let rows = random.upload()
      known += rows
      try stored.store(rows)
      #expect(stored.fresh.count < StoredPings.uploadsKept)
      guard step % 10 == 9 else { continue }
      #expect(
        RowText.lines(try stored.rows()) == RowText.lines(Self.ordered(known)), "seed \(seed), step \(step)")
      try expectSound(stored)
    }
    try stored.merge()
    #expect(RowText.lines(try stored.rows()) == RowText.lines(Self.ordered(known)))
    // Chunks are filled: what was written late splits them in halves at most.
    let chunks = stored.chunks.values.joined()
    #expect(chunks.reduce(0) { $0 + $1.bytes.count } / max(1, chunks.count) > StoredPings.limit / 4)
  }

  /// Chunks of a day lie one after the other, none is too large, and each summary tells its rows.
  private func expectSound(_ stored: StoredPings) throws {
    for (day, entries) in stored.chunks {
      for (left, right) in zip(entries, entries.dropFirst()) {
        #expect(left.summary.last < right.summary.first)
      }
      for entry in entries {
        #expect(entry.bytes.count <= StoredPings.limit || entry.summary.count == 1)
        #expect(entry.summary.first.day == day && entry.summary.last.day == day)
      }
    }
    for entry in stored.all {
      let rows = try Chunk(entry.bytes).pings()
      #expect(ChunkSummary(rows) == entry.summary && PingSummary(rows) == entry.found)
      let all = rows.all()
      #expect(entry.summary.count == all.count && entry.found.newestID == all.map(\.id).max())
      #expect(entry.found.flags == all.reduce(0) { $0 | $1.flags })
      #expect(entry.found.recorded?.lowerBound == all.compactMap(\.recordedAt).min())
      #expect(entry.found.recorded?.upperBound == all.compactMap(\.recordedAt).max())
    }
  }

  @Test(
    "What a repeated ping may repeat is found by the summaries, and nothing else", arguments: Seeds.some(4))
  func duplicates(seed: UInt64) throws {
    var random = RandomUploads(seed: seed)
    var (stored, known) = (StoredPings(), [PingRow]())
    for _ in 0..<50 {
      let rows = random.upload()
      known += rows
      try stored.store(rows)
    }
    for _ in 0..<200 {
      var ping = known[Int(random.number(0..<Int64(known.count)))]
      if random.number(0..<5) == 0 { ping.recordedAt = ping.recordedAt.map { $0 + 1 } }
      if random.number(0..<5) == 0 { ping.sequence = ping.sequence.map { $0 + 1 } }
      let expected = known.filter { other in
        if let time = ping.recordedAt { return other.recordedAt == time }
        guard let sequence = ping.sequence else { return false }
        return other.recordedAt == nil && other.sequence == sequence && other.queue == ping.queue
      }
      #expect(try stored.candidates(for: ping) == Set(expected.map(\.id)), "seed \(seed)")
    }
  }

  @Test("A purge takes exactly the free spans, and tells exactly what it took", arguments: Seeds.some(5))
  func purged(seed: UInt64) throws {
    var random = RandomUploads(seed: seed)
    var (stored, known) = (StoredPings(), [PingRow]())
    for _ in 0..<8 {
      for _ in 0..<20 {
        let rows = random.upload()
        known += rows
        try stored.store(rows)
      }
      // Up to a limit, with two holds in between.
      let limit = random.now - random.number(0..<300_000_000)
      let held = (0..<2).map { _ in
        let start = limit - random.number(0..<200_000_000)
        return start..<start + random.number(1..<50_000_000)
      }
      let free = Self.free(before: limit, held)
      let gone = known.filter { row in free.contains { $0.contains(row.effectiveAt) } }
      known.removeAll { row in free.contains { $0.contains(row.effectiveAt) } }
      let taken = try stored.purge(free)
      #expect(taken.count == gone.count, "seed \(seed)")
      #expect(taken.first == gone.map(\.effectiveAt).min() && taken.last == gone.map(\.effectiveAt).max())
      #expect(RowText.lines(try stored.rows()) == RowText.lines(Self.ordered(known)), "seed \(seed)")
      try expectSound(stored)
    }
  }

  private static func free(before limit: Int64, _ held: [Range<Int64>]) -> [Range<Int64>] {
    var (free, start): ([Range<Int64>], Int64) = ([], .min)
    for span in held.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if span.lowerBound > start { free.append(start..<min(span.lowerBound, limit)) }
      start = max(start, span.upperBound)
    }
    if start < limit { free.append(start..<limit) }
    return free
  }

  @Test("Rows that come on time touch the last chunk only")
  func onTime() throws {
    var stored = StoredPings()
    for upload in 0..<320 {
      var rows: [PingRow] = []
      for index in 0..<10 {
        var row = PingRow()
        let number = Int64(upload * 10 + index)
        (row.id, row.sequence, row.queue) = (number + 1, number, 1)
        row.effectiveAt = 1_795_046_400_000 + number * 15_000
        (row.recordedAt, row.receivedAt) = (row.effectiveAt, 1_795_046_400_000 + Int64(upload + 1) * 150_000)
        (row.latitude, row.longitude) = (46 + Double(number % 977) / 1e5, 14.5)
        rows.append(row)
      }
      try stored.store(rows)
    }
    let merges = 320 / StoredPings.uploadsKept
    #expect(stored.rewritten <= merges)
    #expect(stored.fresh.isEmpty && stored.chunks.count == 1)
  }

  @Test("Uploads are parted like positions")
  func uploads() throws {
    var columns = RandomColumns(numbers: SeededNumbers(state: 9))
    var rows = columns.uploads(400)
    for index in rows.indices {
      (rows[index].receivedAt, rows[index].number) = (Int64(index / 3), Int64(index))
    }
    let parts = try ChunkMerge.join([], Rows(rows.reversed()), limit: 1_900)
    #expect(parts.count > 1)
    var all = Rows<UploadColumn>()
    for part in parts {
      #expect(part.bytes.count <= 1_900 || part.rows.count == 1)
      all.append(try Chunk(part.bytes).uploads())
    }
    #expect(RowText.lines(all) == RowText.lines(rows))
  }

  @Test("One row is put in place of another, and nothing else changes")
  func replaced() throws {
    var columns = RandomColumns(numbers: SeededNumbers(state: 4))
    var pings = columns.pings(20)
    for row in [0, 7, 19] {
      var rows = Rows(pings)
      pings[row].confirmedAt = 1_795_000_000_123
      rows.replace(row, by: Rows([pings[row]]))
      #expect(RowText.lines(try Chunk(PingColumn.encode(rows)).pings()) == RowText.lines(pings))
    }
  }

  @Test(
    "A time belongs to the day that it is in, before 1970, too",
    arguments: [(0, 0), (86_399_999, 0), (86_400_000, 1), (-1, -1), (-86_400_000, -1), (-86_400_001, -2)])
  func days(time: Int64, day: Int64) {
    #expect(RowPlace.day(of: time) == day)
    #expect(RowPlace.day(of: .min) < 0 && RowPlace.day(of: .max) > 0)
  }
}
