import Seeds
import Testing

@testable import Columns

@Suite("Rows are read in order from chunks that are opened in their turn")
struct RowMergeTests {
  /// Rows at random times, with ids from `first` on.
  private static func rows(_ count: Int, from first: Int64, _ numbers: inout SeededNumbers) -> [PingRow] {
    (0..<count).map { index in
      var row = PingRow()
      row.id = first + Int64(index)
      row.effectiveAt = Int64.random(in: 0..<1_000, using: &numbers)
      row.receivedAt = row.effectiveAt
      return row
    }
  }

  private static func place(_ row: PingRow) -> RowPlace { RowPlace(time: row.effectiveAt, number: row.id) }

  /// Cuts rows in order into parts.
  private static func parts(_ rows: [PingRow], _ numbers: inout SeededNumbers) -> [Rows<PingColumn>] {
    var (parts, rest): ([Rows<PingColumn>], ArraySlice<PingRow>) = (
      [], rows.sorted { place($0) < place($1) }[...]
    )
    while !rest.isEmpty {
      let count = Int.random(in: 1...20, using: &numbers)
      parts.append(Rows(Array(rest.prefix(count))))
      rest = rest.dropFirst(count)
    }
    return parts
  }

  @Test(
    "Those of a person, forwards and backwards, with what came lately in its place",
    arguments: Seeds.some(200))
  func person(seed: UInt64) throws {
    var numbers = SeededNumbers(state: seed)
    let stored = Self.rows(Int(seed % 70), from: 1, &numbers)
    let fresh = Self.rows(Int(seed % 13), from: 1_000, &numbers)
    let parts = Self.parts(stored, &numbers)
    let (one, other) = (
      Int64.random(in: -9..<1_009, using: &numbers), Int64.random(in: -9..<1_009, using: &numbers)
    )
    let range = RowPlace(time: min(one, other), number: 5)...RowPlace(time: max(one, other), number: 1_005)
    let expected = (stored + fresh).map(Self.place).filter { range.contains($0) }.sorted()
    let overlapping = parts.filter { $0.ends.map { $0.overlaps(range) } ?? false }
    for direction in [RowMerge.Direction.forwards, .backwards] {
      for limit in [1, 7, 1_000] {
        var (left, seen) = (direction == .forwards ? overlapping : overlapping.reversed(), [RowPlace]())
        var opened = 0
        try RowMerge.forEach(in: range, direction, fresh: Rows(fresh)) {
          opened += 1
          return left.isEmpty ? nil : left.removeFirst()
        } _: { rows, row in
          seen.append(rows.place(row))
          return seen.count < limit
        }
        let wanted = direction == .forwards ? expected : expected.reversed()
        #expect(seen == Array(wanted.prefix(limit)), "seed \(seed), \(direction)")
        // Whoever wants one row opens no chunk behind the one that has it.
        let first = (direction == .forwards ? overlapping : overlapping.reversed()).firstIndex { chunk in
          (0..<chunk.count).contains { range.contains(chunk.place($0)) }
        }
        if limit == 1, let first { #expect(opened <= first + 1) }
      }
    }
  }

  @Test(
    "Those of many people, page after page, and no chunk is opened before its turn",
    arguments: Seeds.some(200))
  func many(seed: UInt64) throws {
    var numbers = SeededNumbers(state: seed)
    var (chunks, all): ([Rows<PingColumn>], [RowPlace]) = ([], [])
    for person in 0..<Int64(1 + seed % 9) {
      let rows = Self.rows(Int.random(in: 0..<60, using: &numbers), from: person * 100, &numbers)
      all += rows.map(Self.place)
      chunks += Self.parts(rows, &numbers)
    }
    let ends = try chunks.map { try #require($0.ends) }
    let first = RowPlace(time: Int64.random(in: -5..<600, using: &numbers), number: 50)
    let last = RowPlace(time: Int64.random(in: first.time..<1_100, using: &numbers), number: 500)
    for direction in [RowMerge.Direction.forwards, .backwards] {
      let isForwards = direction == .forwards
      let order = ends.indices.sorted {
        isForwards ? ends[$0].lowerBound < ends[$1].lowerBound : ends[$0].upperBound > ends[$1].upperBound
      }
      let expected = all.filter { (first...last).contains($0) }.sorted { isForwards ? $0 < $1 : $0 > $1 }
      var (seen, range): ([RowPlace], ClosedRange<RowPlace>?) = ([], first...last)
      while let rest = range {
        var opened = Set<Int>()
        let limit = Int.random(in: 1..<30, using: &numbers)
        let page = try RowMerge.first(limit, in: rest, direction, of: order.map { ends[$0] }) { chunk in
          #expect(opened.insert(chunk).inserted, "each is opened once")
          return chunks[order[chunk]]
        }.map { chunks[order[$0.chunk]].place($0.row) }
        #expect(page.count <= limit)
        seen += page
        guard let end = page.last else { break }
        if page.count == limit {
          #expect(
            opened.map { ends[order[$0]] }.allSatisfy {
              isForwards ? $0.lowerBound <= end : $0.upperBound >= end
            },
            "seed \(seed)")
        }
        #expect(opened.allSatisfy { ends[order[$0]].overlaps(rest) })
        let next = RowPlace(time: end.time, number: end.number + (isForwards ? 1 : -1))
        range =
          isForwards ? (next <= last ? next...last : nil) : (first <= next ? first...next : nil)
      }
      #expect(seen == expected, "seed \(seed)")
    }
  }

  @Test("Nothing is found in no chunks, before the first instant, or with no rows wanted")
  func nothing() throws {
    let (start, end) = (RowPlace(time: .min, number: .min), RowPlace(time: .max, number: .max))
    var row = PingRow()
    row.effectiveAt = 5
    let rows = Rows([row])
    let ends = try #require(rows.ends)
    for direction in [RowMerge.Direction.forwards, .backwards] {
      #expect(try RowMerge.first(9, in: start...end, direction, of: []) { _ in rows } == [])
      #expect(try RowMerge.first(9, in: start...start, direction, of: [ends]) { _ in rows } == [])
      #expect(try RowMerge.first(0, in: start...end, direction, of: [ends]) { _ in rows } == [])
      let before = RowPlace(time: 4, number: .max)
      #expect(try RowMerge.first(9, in: start...before, direction, of: [ends]) { _ in rows } == [])
      #expect(try RowMerge.first(9, in: start...end, direction, of: [ends]) { _ in rows }.count == 1)
    }
  }
}
