/// Reads the rows of one person, or of many, in order, from chunks that are opened only when their turn comes.
public enum RowMerge {
  /// Which way rows are read.
  public enum Direction: Sendable {
    /// From the first place to the last.
    case forwards
    /// From the last place to the first.
    case backwards

    fileprivate func start(of range: ClosedRange<RowPlace>) -> RowPlace {
      self == .forwards ? range.lowerBound : range.upperBound
    }
  }

  /// Calls `body` with each row of a person whose place is in `range`, in order, until it returns false.
  ///
  /// - Parameters:
  ///   - fresh: rows that are not merged into chunks yet, in any order.
  ///   - next: the rows of the next chunk that overlaps the range, in this direction; `nil` = there are no more.
  ///   - body: gets rows and the number of one of them.
  public static func forEach(
    in range: ClosedRange<RowPlace>, _ direction: Direction, fresh: Rows<PingColumn>,
    next: () throws -> Rows<PingColumn>?, _ body: (Rows<PingColumn>, Int) throws -> Bool
  ) throws {
    // As in ``ChunkMerge``, not generic for other modules.
    try each(in: range, direction, fresh: fresh, next: next, body)
  }

  /// The same for uploads.
  public static func forEach(
    in range: ClosedRange<RowPlace>, _ direction: Direction, fresh: Rows<UploadColumn>,
    next: () throws -> Rows<UploadColumn>?, _ body: (Rows<UploadColumn>, Int) throws -> Bool
  ) throws {
    try each(in: range, direction, fresh: fresh, next: next, body)
  }

  private static func each<Name>(
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

  /// The first rows of many people in a range, in order.
  ///
  /// - Parameters:
  ///   - limit: the most rows.
  ///   - chunks: the places of the first and the last row of each chunk, in the order in which they begin in this
  ///     direction. They may overlap.
  ///   - open: decodes a chunk. Called once for each chunk that begins before the last row found, or sooner.
  public static func first(
    _ limit: Int, in range: ClosedRange<RowPlace>, _ direction: Direction = .forwards,
    of chunks: [ClosedRange<RowPlace>], open: (Int) throws -> Rows<PingColumn>
  ) throws -> [Found] {
    var (found, runs, nearest): ([Found], [(run: Run<PingColumn>, chunk: Int)], PlaceHeap) = (
      [], [], PlaceHeap()
    )
    // Mirrored, the last place is the first.
    let key = { (place: RowPlace) in direction == .forwards ? place : place.mirrored }
    var next = 0
    while found.count < limit {
      // A chunk that begins behind the nearest row has time.
      while next < chunks.count,
        nearest.first.map({ key(direction.start(of: chunks[next])) <= $0.place }) ?? true
      {
        let chunk = next
        next += 1
        guard chunks[chunk].overlaps(range) else { continue }
        let run = Run(try open(chunk), range, direction)
        guard let place = run.place else { continue }
        nearest.insert(key(place), runs.count)
        runs.append((run, chunk))
      }
      guard let run = nearest.first?.run else { break }
      found.append(Found(chunk: runs[run].chunk, row: runs[run].run.take()))
      nearest.replaceFirst(by: runs[run].run.place.map(key))
    }
    return found
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

extension RowPlace {
  /// Mirrored places have the reverse order.
  fileprivate var mirrored: RowPlace { RowPlace(time: ~time, number: ~number) }
}
