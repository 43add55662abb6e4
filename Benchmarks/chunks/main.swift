import Columns
import Glibc

/// Seconds of processor time of this process.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Prints what one of `count` things takes that `work` does.
func measure(_ name: String, rounds: Int = 1, count: Int, _ work: () throws -> Void) rethrows {
  try work()
  let start = processorTime()
  for _ in 0..<rounds { try work() }
  let each = (processorTime() - start) / Double(rounds * count)
  print("\(name): \((each * 1e10).rounded() / 10) ns each, \(Int(1 / each)) /s")
}

/// A moving phone: a position each 15 s, degrees to 1e-7, the rest to a tenth or a hundredth.
func positions(_ count: Int, from start: Int64, firstID: Int64, batch: Int = 10) -> [PingRow] {
  (0..<Int64(count)).map { number in
    var row = PingRow()
    row.effectiveAt = start + number * 15_000 + number * 7_919 % 400
    row.recordedAt = row.effectiveAt
    row.receivedAt = start + (number / Int64(batch) + 1) * 15_000 * Int64(batch) + 350
    (row.id, row.sequence, row.queue, row.onDuty) = (firstID + number, number, 3, true)
    row.latitude = Double(460_500_000 + number * 100 + number * 7_919 % 10_007) / 1e7
    row.longitude = Double(145_000_000 + number * 100 + number * 104_729 % 10_007) / 1e7
    (row.accuracy, row.speed) = (Double(40 + number * 13 % 60) / 10, Double(number * 31 % 1_500) / 100)
    (row.heading, row.altitude) = (Double(number * 17 % 3_600) / 10, Double(3_000 + number * 3 % 50) / 10)
    (row.battery, row.source, row.signal) = (Double(100 - number / 12 % 90) / 100, 0, 0)
    return row
  }
}

let limit = 1_900
let midnight: Int64 = 20_776 * 86_400_000
let rows = positions(128, from: midnight, firstID: 17 << 32)
let columns = Rows(rows)
let bytes = try PingColumn.encode(columns)
print("128 positions: \(Double(bytes.count) / 128) bytes each")
measure("columns from structs", rounds: 4_000, count: 128) { _ = Rows(rows) }
try measure("encode", rounds: 4_000, count: 128) { _ = try PingColumn.encode(columns) }
try measure("decode all columns", rounds: 4_000, count: 128) { _ = try Chunk(bytes).pings() }
try measure("decode times, flags, battery, age, queue", rounds: 8_000, count: 128) {
  _ = try Chunk(bytes).pings([
    .effectiveAt, .receivedAt, .timeSource, .flags, .onDuty, .battery, .fixAge, .queue,
  ])
}
try measure("decode times and flags", rounds: 8_000, count: 128) {
  _ = try Chunk(bytes).pings([.effectiveAt, .receivedAt, .timeSource, .flags, .onDuty])
}
try measure("decode times and places", rounds: 8_000, count: 128) {
  _ = try Chunk(bytes).pings([.effectiveAt, .flags, .latitude, .longitude])
}

for batch in [1, 10, 50] {
  let all = positions(4_800, from: midnight, firstID: 17 << 32, batch: batch)
  let uploads = stride(from: 0, to: 4_800, by: batch).map { Array(all[$0..<$0 + batch]) }
  var facts = UploadRow()
  (facts.receivedAt, facts.number, facts.stored) = (midnight, 1, Int64(batch))
  (facts.sentAt, facts.session, facts.latestPing, facts.knownBattery) = (midnight - 300, 77, 17 << 32, 0.9)
  try measure("an upload of \(batch) as it came", count: uploads.count) {
    for rows in uploads { _ = try Chunk.encode(pings: Rows(rows), uploads: Rows([facts])) }
  }
  let fresh = try uploads.map { try PingColumn.encode(Rows($0)) }
  var leaves: [(leaf: ChunkMerge.Leaf, bytes: [UInt8])] = []
  try measure("an upload of \(batch) merged, 16 at a time", count: uploads.count) {
    leaves = []
    for start in stride(from: 0, to: fresh.count, by: 16) {
      var new = Rows<PingColumn>()
      for bytes in fresh[start..<min(start + 16, fresh.count)] { new.append(try Chunk(bytes).pings()) }
      guard let ends = new.ends else { continue }
      let touched = ChunkMerge.touched(leaves.map(\.leaf), by: ends, limit: limit)
      let stored = try leaves[touched].map { try Chunk($0.bytes).pings() }
      let parts = try ChunkMerge.join(stored, new, limit: limit).compactMap { part in
        part.rows.ends.map { (ChunkMerge.Leaf(ends: $0, size: part.bytes.count), part.bytes) }
      }
      leaves.replaceSubrange(touched, with: parts)
    }
  }
  let size = leaves.reduce(0) { $0 + $1.bytes.count }
  print("  \(Double(size) / 4_800) bytes a position in \(leaves.count) chunks")
}

let people = (0..<2_000 as Range<Int64>).map { person in
  Rows(positions(128, from: midnight + person * 37 % 60_000, firstID: person << 32))
}
let chunks = try people.map { try PingColumn.encode($0) }
let ends = people.compactMap(\.ends)
let order = ends.indices.sorted { ends[$0].lowerBound < ends[$1].lowerBound }
for rows in [200, 2_000, 20_000] {
  try measure("the first \(rows) of 2,000 people, a chunk of each opened", rounds: 5, count: 1) {
    _ = try RowMerge.first(
      rows, after: RowPlace(time: midnight + 600_000, number: 0), before: .max, of: order.map { ends[$0] }
    ) { try Chunk(chunks[order[$0]]).pings([.effectiveAt, .id]) }
  }
}
