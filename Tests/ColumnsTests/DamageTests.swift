import Seeds
import Testing

@testable import Columns

@Suite("Damaged chunks are reported")
struct DamageTests {
  private static func chunk(_ seed: UInt64, _ pings: Int, _ uploads: Int) throws -> [UInt8] {
    var columns = RandomColumns(numbers: SeededNumbers(state: seed))
    return try Chunk.encode(pings: Rows(columns.pings(pings)), uploads: Rows(columns.uploads(uploads)))
  }

  @Test("Each flipped bit", arguments: [(0, 0), (1, 1), (9, 2), (30, 0), (0, 5)])
  func flipped(pings: Int, uploads: Int) throws {
    let whole = try Self.chunk(8, pings, uploads)
    for bit in 0..<whole.count * 8 {
      var damaged = whole
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: ChunkError.self, "bit \(bit) of \(whole.count) bytes") { try Chunk(damaged) }
    }
  }

  @Test("Each truncation, and each byte too many", arguments: [(0, 0), (1, 1), (9, 2), (150, 15)])
  func truncated(pings: Int, uploads: Int) throws {
    let whole = try Self.chunk(9, pings, uploads)
    for length in 0..<whole.count {
      #expect(throws: ChunkError.self, "\(length) bytes of \(whole.count)") {
        try Chunk(Array(whole.prefix(length)))
      }
    }
    for byte in 0...UInt8.max {
      #expect(throws: ChunkError.self) { try Chunk(whole + [byte]) }
      #expect(throws: ChunkError.self) { try Chunk(FuzzChunks.sealed(whole + [byte])) }
    }
  }

  @Test("Changed bytes with a matching checksum are read or reported, and never trap")
  func forged() throws {
    for seed in Seeds.some(4) {
      let whole = try Self.chunk(seed, Int(seed % 5) * 2, Int(seed % 4))
      var numbers = SeededNumbers(state: seed)
      for index in whole.indices {
        var forged = whole
        forged[index] = UInt8.random(in: 0...255, using: &numbers)
        if let failure = FuzzChunks.failure(forged) {
          Issue.record("\(failure): byte \(index) of seed \(seed)")
        }
      }
      for length in whole.indices {
        let failure = FuzzChunks.failure(Array(whole.prefix(length)))
        if let failure { Issue.record("\(failure): \(length) bytes of seed \(seed)") }
      }
    }
  }

  @Test("Random bytes never trap")
  func random() {
    var numbers = SeededNumbers(state: 77)
    for _ in 0..<3_000 {
      let count = Int.random(in: 0...200, using: &numbers)
      var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      if !bytes.isEmpty { bytes[0] = Chunk.version }
      if bytes.count > 1 { bytes[1] &= 0x1F }
      if let failure = FuzzChunks.failure(bytes) { Issue.record("\(failure): \(bytes)") }
    }
  }

  @Test(
    "The error says what is wrong",
    arguments: [
      ([], .truncated), ([1], .truncated), ([1, 0, 0], .truncated),
      ([2, 0, 0, 0, 0, 0, 0], .unknownVersion(2)),
      ([1, 0, 0, 1, 2, 3, 4], .wrongChecksum),
      // Sealed: 4,097 pings; a count in more bytes than it needs; a column that nobody knows; one that may not lack.
      ([1, 0x81, 0x20, 0, 0, 0, 0, 0], .damagedDirectory), ([1, 0x80, 0, 0, 0, 0, 0, 0], .damagedDirectory),
      ([1, 1, 0xFF, 0xFF, 0xFF, 0xFF, 7, 0, 0, 0, 0], .damagedDirectory),
      ([1, 1, 0xFE, 0x3F, 0, 0, 0, 0, 0, 0, 0], .damagedDirectory),
      ([1, 0, 0, 9, 0, 0, 0, 0], .damagedDirectory),
    ] as [([UInt8], ChunkError)])
  func told(bytes: [UInt8], error: ChunkError) {
    let isSealed = error != .damagedDirectory
    #expect(throws: error) { try Chunk(isSealed ? bytes : FuzzChunks.sealed(bytes)) }
  }

  @Test("A damaged column is reported with its number when it is read")
  func column() throws {
    var pings = [PingRow](repeating: PingRow(), count: 9)
    for row in pings.indices { pings[row].flags = Int64(row % 3) }
    let whole = try Chunk.encode(pings: Rows(pings), uploads: Rows())
    // Only the flags have bytes of their own: after the version, the count, 2 bytes of columns, 11 lengths and no upload.
    var forged = whole
    forged[16] = 0x07
    let chunk = try Chunk(FuzzChunks.sealed(forged))
    #expect(throws: ChunkError.damagedColumn(.pings, 4)) { _ = try chunk.pings([.flags]) }
    let times = try chunk.pings([.effectiveAt])
    #expect(times.count == 9)
  }
}
