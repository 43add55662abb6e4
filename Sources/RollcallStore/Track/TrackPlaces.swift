import Columns
import Rollcall
import SQL

/// A stored ping with its place.
struct PlacedPing {
  let id: Int64
  let time: FixTime
  let position: Position
  let accuracy: Double?
  let speed: Double?
  /// The age of its fix when it was sent, seconds.
  let age: Double?
  let isOnDuty: Bool
  /// When its app last said that it is still there.
  let confirmedAt: Timestamp?

  /// Its position in the order of a track.
  var place: HistoryCursor { HistoryCursor(effective: time.effective, id: id) }

  static let columns: ColumnSet<PingColumn> = [
    .effectiveAt, .id, .timeSource, .flags, .latitude, .longitude, .accuracy, .speed, .fixAge, .onDuty,
    .confirmedAt,
  ]

  init(_ rows: Rows<PingColumn>, _ row: Int) throws {
    let place = rows.cursor(row)
    id = place.id
    time = FixTime(effective: place.effective, source: try rows.timeSource(row), flags: rows.flags(row))
    position = try rows.position(row)
    (accuracy, speed) = (rows.double(.accuracy, row), rows.double(.speed, row))
    (age, isOnDuty) = (rows.double(.fixAge, row), rows.isOnDuty(row))
    confirmedAt = rows.integer(.confirmedAt, row).map { Timestamp(milliseconds: $0) }
  }
}

extension Track {
  /// Where a person was when.
  typealias Point = (at: Timestamp, position: Position)

  /// A ping by its place; `nil` = it is not there any more.
  func ping(at place: HistoryCursor, of responder: Responder.ID) throws -> PlacedPing? {
    try ping(at: place, of: responder, PlacedPing.columns).map { try PlacedPing($0.rows, $0.row) }
  }

  /// When a ping was stored.
  func received(at place: HistoryCursor, of responder: Responder.ID) throws -> Timestamp? {
    try ping(at: place, of: responder, [.receivedAt]).map { $0.rows.received($0.row) }
  }

  /// A person's next pings on duty after a position, until and including an instant, in their order.
  func onDuty(
    of responder: Responder.ID, after last: HistoryCursor, until: Timestamp, limit: Int
  ) throws -> [PlacedPing] {
    try some(limit, of: responder, in: Self.range(last.next, .end(of: until))) { $0.isOnDuty($1) }
  }

  /// The last pings with a time of their own until and including an instant, or before it, the newest first.
  func last(
    _ limit: Int, of responder: Responder.ID, until instant: Timestamp, isIncluded: Bool = true
  ) throws -> [PlacedPing] {
    let end = isIncluded ? RowPlace.end(of: instant) : .end(before: instant)
    return try some(limit, of: responder, in: Self.range(.first, end), going: .backwards) { $0.isDated($1) }
  }

  /// The next pings with a time of their own from an instant on, in their order.
  func next(_ limit: Int, of responder: Responder.ID, from instant: Timestamp) throws -> [PlacedPing] {
    try some(limit, of: responder, in: Self.range(.start(of: instant), .last)) { $0.isDated($1) }
  }

  /// The newest place sent in a queue since `oldest` that is either `shown` or later than `later`.
  func newestSent(
    of responder: Responder.ID, queue: Int64, since oldest: Timestamp, shown: Int64?, later: Timestamp?
  ) throws -> PlacedPing? {
    try some(1, of: responder, in: Self.range(.start(of: oldest), .last), going: .backwards, [.queue]) {
      rows, row in
      guard rows.integer(.queue, row) == queue, !rows.flags(row).contains(.repeated) else { return false }
      return rows.integer(.id, row) == shown || later.map { rows.effective(row) > $0 } ?? true
    }.first
  }

  /// The first pings of a range, in its direction, that fulfil a condition.
  private func some(
    _ limit: Int, of responder: Responder.ID, in range: ClosedRange<RowPlace>?,
    going direction: RowMerge.Direction = .forwards, _ more: ColumnSet<PingColumn> = [],
    where fits: (Rows<PingColumn>, Int) -> Bool
  ) throws -> [PlacedPing] {
    var found: [PlacedPing] = []
    guard limit > 0 else { return [] }
    try walk(responder, in: range, going: direction, PlacedPing.columns.union(more)) { rows, row in
      if fits(rows, row) { found.append(try PlacedPing(rows, row)) }
      return found.count < limit
    }
    return found
  }

  /// The counting fixes of a person in `span`, its end not included, that have none of these flags, in order.
  func points(
    of responder: Responder.ID, in workspace: Workspace.ID, _ span: TimeSpan, without flags: DoubtFlags,
    limit: Int
  ) throws -> [Point] {
    var found: [Point] = []
    guard limit > 0, try isPerson(responder, of: workspace) else { return [] }
    let columns = Rows.counting.union([.latitude, .longitude])
    try walk(responder, in: Self.range(span), columns) { rows, row in
      if rows.counts(row), rows.flags(row).isDisjoint(with: flags) {
        found.append((rows.effective(row), try rows.position(row)))
      }
      return found.count < limit
    }
    return found
  }

  /// Whether a person belongs to a workspace.
  func isPerson(_ responder: Responder.ID, of workspace: Workspace.ID) throws -> Bool {
    try db.exists("SELECT 1 FROM responder WHERE workspace_id = \(workspace) AND id = \(responder)")
  }

  /// The same, thinned to one for each of `stretches` parts of the span.
  func thinned(
    of responder: Responder.ID, in span: TimeSpan, to stretches: Int64, without flags: DoubtFlags = []
  ) throws -> [Point] {
    let stretch = max(1, span.length / stretches + 1)
    var found: [(stretch: Int64, id: Int64, point: Point)] = []
    let columns = Rows.counting.union([.latitude, .longitude])
    try walk(responder, in: Self.range(span), columns) { rows, row in
      guard rows.counts(row), rows.flags(row).isDisjoint(with: flags) else { return true }
      let (at, id) = (rows.effective(row), rows.integer(.id, row) ?? 0)
      let part = at.since(span.from) / stretch
      if let last = found.last, last.stretch == part {
        guard id > last.id else { return true }
        found.removeLast()
      }
      found.append((part, id, (at, try rows.position(row))))
      return true
    }
    return found.map(\.point)
  }

  /// Which of these positions a person was at exactly.
  func places(of responder: Responder.ID, among positions: Set<Position>) throws -> Set<Position> {
    var found = Set<Position>()
    guard !positions.isEmpty else { return [] }
    try walk(responder, in: Self.range(.first, .last), [.latitude, .longitude]) { rows, row in
      let position = try rows.position(row)
      if positions.contains(position) { found.insert(position) }
      return true
    }
    return found
  }
}

extension Rows where Name == PingColumn {
  /// The clock that a ping's time is based on.
  func timeSource(_ row: Int) throws -> FixTime.Source {
    guard let number = integer(.timeSource, row), let source = FixTime.Source(rawValue: Int(clamping: number))
    else { throw StoreError.unavailable("a stored position was timed by no known clock") }
    return source
  }

  /// What the phone says about the origin of a ping's position.
  func isMock(_ row: Int) throws -> Ping.MockReport {
    guard let number = integer(.isMock, row), let report = Ping.MockReport(rawValue: Int(clamping: number))
    else { throw StoreError.unavailable("a stored position has an origin that is not known") }
    return report
  }
}
