import Rollcall
import SQL

/// A stored ping with its place.
struct PlacedPing: FetchableRecord {
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

  static let columns: Query = """
    id, effective_at, time_source, flags, lat, lng, accuracy_m, speed_mps, fix_age_s, on_duty, confirmed_at
    """

  init(row: Row) throws {
    id = try row["id"]
    time = FixTime(
      effective: try row["effective_at"], source: try row["time_source"], flags: try row["flags"])
    position = try Position(row: row)
    (accuracy, speed, age) = (try row["accuracy_m"], try row["speed_mps"], try row["fix_age_s"])
    (isOnDuty, confirmedAt) = (try row["on_duty"], try row["confirmed_at"])
  }
}

extension Track {
  /// Where a person was when.
  typealias Point = (at: Timestamp, position: Position)

  /// A ping by its id.
  func ping(_ id: Int64) throws -> PlacedPing? {
    try db.first("SELECT \(PlacedPing.columns) FROM ping WHERE id = \(id)")
  }

  /// When a ping was stored.
  func received(_ id: Int64) throws -> Timestamp? {
    try db.first("SELECT received_at FROM ping WHERE id = \(id)")
  }

  /// A person's next pings on duty after a position, until and including an instant, in their order.
  func onDuty(
    of responder: Responder.ID, after last: HistoryCursor, until: Timestamp, limit: Int
  ) throws -> [PlacedPing] {
    try db.all(
      """
      SELECT \(PlacedPing.columns) FROM ping INDEXED BY ping_responder
      WHERE responder_id = \(responder) AND (effective_at, id) > (\(last.effective), \(last.id))
        AND effective_at <= \(until) AND on_duty = 1
      ORDER BY effective_at, id LIMIT \(limit)
      """)
  }

  /// The last pings with a time of their own until and including an instant, or before it, the newest first.
  func last(
    _ limit: Int, of responder: Responder.ID, until instant: Timestamp, isIncluded: Bool = true
  ) throws -> [PlacedPing] {
    let before: Query = isIncluded ? "effective_at <= \(instant)" : "effective_at < \(instant)"
    return try dated(of: responder, "\(before) ORDER BY effective_at DESC, id DESC LIMIT \(limit)")
  }

  /// The next ping with a time of its own after an instant that has none of these flags.
  func next(of responder: Responder.ID, after instant: Timestamp, without flags: DoubtFlags) throws
    -> PlacedPing?
  {
    try dated(
      of: responder, "effective_at > \(instant) AND (flags & \(flags)) = 0 ORDER BY effective_at, id LIMIT 1"
    ).first
  }

  private func dated(of responder: Responder.ID, _ condition: Query) throws -> [PlacedPing] {
    try db.all(
      """
      SELECT \(PlacedPing.columns) FROM ping INDEXED BY ping_responder
      WHERE responder_id = \(responder) AND time_source <> 2 AND (flags & \(DoubtFlags.repeated)) = 0
        AND \(condition)
      """)
  }

  /// The newest place sent in a queue since `oldest` that is either `shown` or later than `later`.
  func newestSent(
    of responder: Responder.ID, queue: Int64, since oldest: Timestamp, shown: Int64?, later: Timestamp?
  ) throws -> PlacedPing? {
    try db.first(
      """
      SELECT \(PlacedPing.columns) FROM ping INDEXED BY ping_responder
      WHERE responder_id = \(responder) AND effective_at >= \(oldest) AND (flags & \(DoubtFlags.repeated)) = 0
        AND queue_id = \(queue)
        AND (id = \(shown ?? -1) OR effective_at > \(later?.milliseconds ?? Int64.min))
      ORDER BY effective_at DESC, id DESC LIMIT 1
      """)
  }

  /// The counting fixes of a person in `span`, its end not included, that have none of these flags, in order.
  func points(
    of responder: Responder.ID, in workspace: Workspace.ID, _ span: TimeSpan, without flags: DoubtFlags,
    limit: Int
  ) throws -> [Point] {
    try db.all(
      """
      SELECT effective_at, lat, lng FROM ping INDEXED BY ping_responder
      WHERE \(Self.rows(of: responder, in: span)) AND workspace_id = \(workspace) AND \(Self.counts)
        AND (flags & \(flags)) = 0
      ORDER BY effective_at, id LIMIT \(limit)
      """
    ) { (try $0["effective_at"], try Position(row: $0)) }
  }

  /// The same, thinned to one for each of `stretches` parts of the span: the ids come from the index, the
  /// places from a few rows.
  func thinned(
    of responder: Responder.ID, in span: TimeSpan, to stretches: Int64, without flags: DoubtFlags = []
  ) throws -> [Point] {
    let stretch = max(1, span.length / stretches + 1)
    return try db.all(
      """
      SELECT effective_at, lat, lng FROM ping WHERE id IN (
        SELECT max(id) FROM ping INDEXED BY ping_responder
        WHERE \(Self.rows(of: responder, in: span)) AND \(Self.counts) AND (flags & \(flags)) = 0
        GROUP BY (effective_at - \(span.from)) / \(stretch))
      ORDER BY effective_at, id
      """
    ) { (try $0["effective_at"], try Position(row: $0)) }
  }
}
