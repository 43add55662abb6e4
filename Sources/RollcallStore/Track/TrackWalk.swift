import Columns
import Rollcall
import SQL

/// How pings are found: the chunks of a person and what is not joined with them yet, unpacked as far as needed.
extension Track {
  /// Unpacks stored pings.
  ///
  /// - Throws: `unavailable` when they are damaged: they are never passed over.
  static func rows(
    _ data: [UInt8], of responder: Int64, _ columns: ColumnSet<PingColumn> = .all
  ) throws -> Rows<PingColumn> {
    do { return try Chunk(data).pings(columns) } catch { throw damage("positions", error, of: responder) }
  }

  /// - Parameter what: the rows that cannot be unpacked, `positions` or `uploads`.
  static func damage(_ what: String, _ error: any Error, of responder: Int64) -> StoreError {
    .unavailable("stored \(what) of responder \(responder) are damaged: \(error)")
  }

  /// Calls `body` with each ping of a person in a range, in order, until it returns false.
  ///
  /// - Parameters:
  ///   - columns: what `body` reads, besides the place.
  ///   - flagged: whether pings without a doubt are of no interest; some may come nevertheless.
  ///   - body: gets rows, and the number of one of them.
  func walk(
    _ responder: Responder.ID, in range: ClosedRange<RowPlace>?,
    going direction: RowMerge.Direction = .forwards,
    _ columns: ColumnSet<PingColumn>, flagged: Bool = false,
    _ body: (Rows<PingColumn>, Int) throws -> Bool
  ) throws {
    guard let range else { return }
    let columns = columns.union([.effectiveAt, .id])
    let fresh = try fresh(of: responder, from: range.lowerBound.time, to: range.upperBound.time, columns)
    var chunks = ChunkWalk(responder, range, direction, columns, flagged: flagged)
    try RowMerge.forEach(in: range, direction, fresh: fresh, next: { try chunks.next(db) }, body)
  }

  /// The pings of a person that may be in a span, its ends included, and are not in a chunk yet; in any order.
  private func fresh(
    of responder: Responder.ID, from: Int64, to: Int64, _ columns: ColumnSet<PingColumn>
  ) throws -> Rows<PingColumn> {
    let found = try db.all(
      """
      SELECT data FROM fresh WHERE responder_id = \(responder) AND last_at >= \(from) AND first_at <= \(to)
      """
    ) { try Self.rows(try $0["data"], of: responder.rawValue, columns) }
    if found.isEmpty { return unsaved }
    return Rows.joined(found + [unsaved])
  }

  /// The ping at a place, and its row; `nil` = it is not there any more.
  func ping(
    at place: HistoryCursor, of responder: Responder.ID, _ columns: ColumnSet<PingColumn>
  ) throws -> (rows: Rows<PingColumn>, row: Int)? {
    var found: (Rows<PingColumn>, Int)?
    try walk(responder, in: Self.range(place.row, place.row), columns) {
      found = ($0, $1)
      return false
    }
    return found
  }

  /// From one place to another, both included; `nil` = there is nothing between them.
  static func range(_ from: RowPlace, _ to: RowPlace) -> ClosedRange<RowPlace>? {
    from <= to ? from...to : nil
  }

  /// The places of a span, its end not included.
  static func range(_ span: TimeSpan) -> ClosedRange<RowPlace>? {
    range(.start(of: span.from), .end(before: span.to))
  }
}

extension RowPlace {
  /// Before everything of an instant.
  static func start(of instant: Timestamp) -> RowPlace { RowPlace(time: instant.milliseconds, number: .min) }

  /// After everything of an instant.
  static func end(of instant: Timestamp) -> RowPlace { RowPlace(time: instant.milliseconds, number: .max) }

  /// After everything before an instant.
  static func end(before instant: Timestamp) -> RowPlace {
    let (time, overflow) = instant.milliseconds.subtractingReportingOverflow(1)
    return RowPlace(time: overflow ? .min : time, number: overflow ? .min : .max)
  }

  /// The first place after it.
  var next: RowPlace { RowPlace(time: time, number: number == .max ? number : number + 1) }

  /// The first and the last place of all.
  static let (first, last) = (RowPlace(time: .min, number: .min), RowPlace(time: .max, number: .max))
}

extension HistoryCursor {
  /// The place itself.
  var row: RowPlace { RowPlace(time: effective.milliseconds, number: id) }

  /// The last place before it.
  var previous: RowPlace { RowPlace(time: effective.milliseconds, number: id == .min ? id : id - 1) }

  /// The first place after it.
  var next: RowPlace { row.next }
}

/// The chunks of a person that overlap a range, one after the other.
private struct ChunkWalk {
  private let responder: Responder.ID
  private let range: ClosedRange<RowPlace>
  private let direction: RowMerge.Direction
  private let columns: ColumnSet<PingColumn>
  private let flagged: Bool
  /// Those read and not asked for yet, the next one last.
  private var waiting: [[UInt8]] = []
  /// The end of the last one read; `nil` = none was read yet.
  private var reached: RowPlace?
  private var isDone = false
  /// How many are read at once: many readers want one alone.
  private var count = 1

  init(
    _ responder: Responder.ID, _ range: ClosedRange<RowPlace>, _ direction: RowMerge.Direction,
    _ columns: ColumnSet<PingColumn>, flagged: Bool
  ) {
    (self.responder, self.range, self.direction) = (responder, range, direction)
    (self.columns, self.flagged) = (columns, flagged)
  }

  /// The next one, unpacked; `nil` = there are no more.
  mutating func next(_ db: Database) throws -> Rows<PingColumn>? {
    if waiting.isEmpty, !isDone { try read(db) }
    return try waiting.popLast().map { try Track.rows($0, of: responder.rawValue, columns) }
  }

  private mutating func read(_ db: Database) throws {
    let some: Query = flagged ? "AND flags <> 0" : .empty
    let order: Query = direction == .forwards ? "last_at, last_id" : "last_at DESC, last_id DESC"
    var found: [[UInt8]] = []
    try db.each(
      """
      SELECT last_at, last_id, data FROM chunk INDEXED BY chunk_responder
      WHERE responder_id = \(responder) AND first_at <= \(range.upperBound.time) AND \(bounds) \(some)
      ORDER BY \(order) LIMIT \(count)
      """
    ) { row in
      reached = RowPlace(time: try row.whole(0), number: try row.whole(1))
      found.append(try row[2])
    }
    isDone = found.count < count
    count = min(count * 4, 64)
    waiting = found.reversed()
  }

  /// What was read already is left out. A chunk ends on the day on which it begins.
  private var bounds: Query {
    let end = Track.end(ofDay: range.upperBound.day).milliseconds
    let (low, high) = (range.lowerBound, RowPlace(time: end, number: .max))
    let (lowest, highest): (RowPlace, RowPlace) =
      switch direction {
      case .forwards: (reached ?? low, high)
      case .backwards: (low, reached ?? high)
      }
    let after: Query = direction == .forwards && reached != nil ? ">" : ">="
    let before: Query = direction == .backwards && reached != nil ? "<" : "<="
    return """
      (last_at, last_id) \(after) (\(lowest.time), \(lowest.number))
      AND (last_at, last_id) \(before) (\(highest.time), \(highest.number))
      """
  }
}
