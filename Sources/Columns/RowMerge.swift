/// Reads the rows of one person, or of many, in order, from chunks that are opened only when their turn comes.
public enum RowMerge {
  /// Which way rows are read.
  public enum Direction: Sendable {
    /// From the first place to the last.
    case forwards
    /// From the last place to the first.
    case backwards
  }

  /// Calls `body` with each row of a person whose place is in `range`, in order, until it returns false.
  ///
  /// - Parameters:
  ///   - fresh: rows that are not merged into chunks yet, in any order.
  ///   - next: the rows of the next chunk that overlaps the range, in this direction; `nil` = there are no more.
  ///   - body: gets rows and the number of one of them.
  public static func forEach<Name>(
    in range: ClosedRange<RowPlace>, _ direction: Direction, fresh: Rows<Name>,
    next: () throws -> Rows<Name>?, _ body: (Rows<Name>, Int) throws -> Bool
  ) throws {
    var waiting = Run(fresh.ordered(), range, direction)
    while let chunk = try next() {
      var run = Run(chunk, range, direction)
      while let place = run.place {
        // What came lately and stands before.
        while let early = waiting.place, direction == .forwards ? early < place : early > place {
          guard try body(waiting.rows, waiting.take()) else { return }
        }
        guard try body(run.rows, run.take()) else { return }
      }
    }
    while waiting.place != nil { guard try body(waiting.rows, waiting.take()) else { return } }
  }

  /// A row of one of several chunks.
  public struct Found: Equatable, Sendable {
    /// The chunk, by its number in the list.
    public let chunk: Int
    /// The row, by its number in the chunk.
    public let row: Int
  }

  /// The first rows of many people after a place and before a time, in order.
  ///
  /// - Parameters:
  ///   - limit: the most rows.
  ///   - chunks: the places of the first and the last row of each chunk, those of lower first places before others.
  ///     They may overlap.
  ///   - open: decodes a chunk. Called once for each chunk that begins before the last row found, or sooner.
  public static func first<Name>(
    _ limit: Int, after cursor: RowPlace, before end: Int64, of chunks: [ClosedRange<RowPlace>],
    open: (Int) throws -> Rows<Name>
  ) throws -> [Found] {
    var (found, nearest, next): ([Found], [(run: Run<Name>, place: RowPlace, chunk: Int)], Int) = ([], [], 0)
    guard end > .min else { return [] }
    let last = RowPlace(time: end - 1, number: .max)
    while found.count < limit {
      while next < chunks.count, nearest.last.map({ chunks[next].lowerBound <= $0.place }) ?? true {
        defer { next += 1 }
        let ends = chunks[next]
        guard ends.lowerBound <= last else {
          next = chunks.count - 1
          break
        }
        guard ends.upperBound > cursor else { continue }
        var run = Run(
          try open(next), ends.lowerBound...max(ends.lowerBound, min(last, ends.upperBound)), .forwards)
        run.skip(through: cursor)
        if let place = run.place { insert((run, place, next), into: &nearest) }
      }
      guard var item = nearest.popLast() else { break }
      found.append(Found(chunk: item.chunk, row: item.run.take()))
      guard let place = item.run.place else { continue }
      item.place = place
      insert(item, into: &nearest)
    }
    return found
  }

  /// Keeps the list in order, the nearest place last.
  private static func insert<Name>(
    _ item: (run: Run<Name>, place: RowPlace, chunk: Int),
    into list: inout [(run: Run<Name>, place: RowPlace, chunk: Int)]
  ) {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle].place > item.place { low = middle + 1 } else { high = middle }
    }
    list.insert(item, at: low)
  }

  /// The rows of a range that are left to be read.
  private struct Run<Name: ColumnName> {
    let rows: Rows<Name>
    private var row: Int
    private let end: Int
    private let step: Int
    private(set) var place: RowPlace?

    init(_ rows: Rows<Name>, _ range: ClosedRange<RowPlace>, _ direction: Direction) {
      self.rows = rows
      let first = Self.firstRow(of: rows) { $0 >= range.lowerBound }
      let past = Self.firstRow(of: rows) { $0 > range.upperBound }
      switch direction {
      case .forwards: (row, end, step) = (first, max(first, past), 1)
      case .backwards: (row, end, step) = (past - 1, min(first, past) - 1, -1)
      }
      place = row == end ? nil : rows.place(row)
    }

    /// The number of the row at hand; goes on to the next one.
    mutating func take() -> Int {
      let taken = row
      row += step
      place = row == end ? nil : rows.place(row)
      return taken
    }

    /// Goes on behind a place, forwards.
    mutating func skip(through cursor: RowPlace) {
      row = max(row, Self.firstRow(of: rows) { $0 > cursor })
      place = row >= end ? nil : rows.place(row)
    }

    /// The first row whose place is far enough; the number of rows when none is.
    private static func firstRow(of rows: Rows<Name>, _ isFar: (RowPlace) -> Bool) -> Int {
      var (low, high) = (0, rows.count)
      while low < high {
        let middle = (low + high) / 2
        if isFar(rows.place(middle)) { high = middle } else { low = middle + 1 }
      }
      return low
    }
  }
}
