import Seeds
import Testing

@testable import Columns

@Suite("Chunks give back every bit of every row")
struct ChunkTests {
  @Test(
    "Random rows come back, whole and column by column",
    arguments: [(0, 0), (1, 1), (2, 1), (3, 0), (0, 3), (17, 4), (50, 50), (150, 15), (151, 1)])
  func random(pings: Int, uploads: Int) throws {
    for seed in Seeds.some(12) {
      var columns = RandomColumns(numbers: SeededNumbers(state: seed &* 1_000 &+ UInt64(pings)))
      let (pings, uploads) = (columns.pings(pings), columns.uploads(uploads))
      let chunk = try Chunk(try Chunk.encode(pings: Rows(pings), uploads: Rows(uploads)))
      #expect(chunk.pingCount == pings.count && chunk.uploadCount == uploads.count)
      let (pingRows, uploadRows) = try (chunk.pings(), chunk.uploads())
      #expect(RowText.lines(pingRows) == RowText.lines(pings))
      #expect(RowText.lines(uploadRows) == RowText.lines(uploads))
      #expect(RowText.lines(pingRows.all()) == RowText.lines(pings))
      #expect(RowText.lines(uploadRows.all()) == RowText.lines(uploads))
      for name in PingColumn.allCases {
        let alone = try chunk.pings([name])
        for row in pings.indices {
          #expect(alone.integer(name, row) == pingRows.integer(name, row))
          #expect(alone.double(name, row)?.bitPattern == pingRows.double(name, row)?.bitPattern)
        }
      }
      for name in UploadColumn.allCases {
        let alone = try chunk.uploads([name])
        for row in uploads.indices {
          #expect(alone.double(name, row)?.bitPattern == uploadRows.double(name, row)?.bitPattern)
        }
      }
    }
  }

  @Test("As many rows as fit, and one more")
  func most() throws {
    var columns = RandomColumns(numbers: SeededNumbers(state: 5))
    let pings = columns.pings(Chunk.maximumRows)
    let chunk = try Chunk(try Chunk.encode(pings: Rows(pings), uploads: Rows()))
    #expect(RowText.lines(try chunk.pings()) == RowText.lines(pings))
    #expect(throws: ChunkError.tooManyRows(4_097)) {
      try Chunk.encode(pings: Rows(pings + pings.prefix(1)), uploads: Rows())
    }
  }

  @Test("Rows put together, cut and put in order have the bytes of rows made at once")
  func merged() throws {
    for seed in Seeds.some(40) {
      var columns = RandomColumns(numbers: SeededNumbers(state: seed))
      let (pings, uploads) = (columns.pings(60), columns.uploads(20))
      let cut = Int(seed % 60)
      let (old, new) = (Array(pings[..<cut]), Array(pings[cut...]))
      let whole = try Chunk.encode(pings: Rows(pings), uploads: Rows(uploads))
      let stored = try Chunk(try Chunk.encode(pings: Rows(old), uploads: Rows(Array(uploads[..<7]))))
      let more = try Chunk(try Chunk.encode(pings: Rows(new), uploads: Rows(Array(uploads[7...]))))
      var (joinedPings, joinedUploads) = try (stored.pings(), stored.uploads())
      joinedPings.append(Rows(new))
      joinedUploads.append(try more.uploads())
      let joined = try Chunk.encode(pings: joinedPings, uploads: joinedUploads)
      #expect(joined == whole)
      let backwards = try Chunk(joined).pings().picked((0..<60).reversed())
      #expect(RowText.lines(backwards) == RowText.lines(pings.reversed()))
      let part = try Chunk.encode(pings: Chunk(whole).pings().picked(0..<cut), uploads: Rows())
      #expect(try part == Chunk.encode(pings: Rows(old), uploads: Rows()))
    }
  }

  @Test("Each method writes any integers that it is asked to", arguments: 0..<6 as Range<UInt8>)
  func methods(code: UInt8) throws {
    let method = try #require(Method(rawValue: code))
    for seed in Seeds.some(200) {
      var columns = RandomColumns(numbers: SeededNumbers(state: seed))
      var values = columns.integers(Int(seed % 40) + (code == 1 || code == 4 ? 2 : 1))
      if method == .constant { values = values.map { _ in values[0] } }
      if method == .step {
        for index in 2..<max(2, values.count) {
          values[index] = 2 &* values[index &- 1] &- values[index &- 2]
        }
      }
      let memory = UnsafeMutableRawPointer.allocate(byteCount: IntegerCode.space(values.count), alignment: 8)
      defer { memory.deallocate() }
      var writer = BitWriter(memory)
      values.withUnsafeBufferPointer { IntegerCode.write($0, method, to: &writer) }
      #expect(writer.count <= IntegerCode.space(values.count) - 8)
      var reader = BitReader(UnsafeRawBufferPointer(start: memory, count: writer.count))
      var read = [Int64](repeating: 7, count: values.count)
      let isRead = read.withUnsafeMutableBufferPointer { IntegerCode.read(method, from: &reader, into: $0) }
      #expect(isRead && read == values, "\(method) of \(values)")
    }
  }

  @Test("Every odd double comes back, alone and among others")
  func doubles() throws {
    for double in RandomColumns.oddDoubles {
      for others in [[], [1.5], [.pi, 0.1]] as [[Double]] {
        let pings = ([double] + others).map { value in
          var row = PingRow()
          (row.latitude, row.altitude) = (value, value)
          return row
        }
        let rows = try Chunk(try Chunk.encode(pings: Rows(pings), uploads: Rows())).pings()
        #expect(RowText.lines(rows) == RowText.lines(pings))
      }
    }
  }

  @Test(
    "Doubles have the decimals they were written with",
    arguments: [
      ([46.056946, 46.05], 6), ([0.1, 0.25], 2), ([120, 7], 0), ([-0.0], nil), ([.pi], 15),
      ([0.1 + 0.2], nil),
      ([.nan], nil), ([1e-7], 7), ([46.0569465, 9_007_199_254_740_991], nil), ([], 0),
    ] as [([Double], Int?)])
  func decimals(values: [Double], expected: Int?) throws {
    let pings = values.map { value in
      var row = PingRow()
      row.latitude = value
      return row
    }
    let rows = Rows(pings)
    #expect(rows.decimals(.latitude) == expected)
    guard let expected else { return }
    for (number, value) in zip(rows.integers(.latitude), values) {
      #expect(Double(number) / DecimalScale.powers[expected] == value)
    }
  }

  @Test("As many first rows as fit are found", arguments: [1, 200, 700, 1_900, 100_000])
  func fitting(limit: Int) throws {
    var columns = RandomColumns(numbers: SeededNumbers(state: 3))
    let pings = Rows(columns.pings(120))
    let count = try Chunk.fitting(pings, limit: limit)
    #expect((1...120).contains(count))
    let size = try Chunk.encode(pings: pings.picked(0..<count), uploads: Rows()).count
    #expect(size <= limit || count == 1)
    guard count < 120 else { return }
    #expect(try Chunk.encode(pings: pings.picked(0..<count + 1), uploads: Rows()).count > limit)
  }

  @Test("Rows decoded in part cannot be written")
  func partial() throws {
    let chunk = try Chunk(try Chunk.encode(pings: Rows([PingRow(), PingRow()]), uploads: Rows()))
    #expect(throws: ChunkError.missingColumn(.pings, 1)) {
      var pings = try chunk.pings()
      pings.append(try chunk.pings([.effectiveAt]))
      return try Chunk.encode(pings: pings, uploads: Rows())
    }
    #expect(throws: ChunkError.missingColumn(.pings, 2)) {
      try Chunk.encode(pings: chunk.pings([.effectiveAt, .recordedAt]), uploads: Rows())
    }
  }

  @Test("The checksum is that of zlib", arguments: [("", 0), ("123456789", 0xCBF4_3926), ("a", 0xE8B7_BE43)])
  func checksum(text: String, expected: UInt32) {
    #expect(Array(text.utf8).withUnsafeBytes { Checksum.of($0) } == expected)
  }
}
