import Rollcall
import SQL

/// What a person's pings on duty tell besides their places.
extension Track {
  /// One ping on duty.
  struct Report {
    let queue: Int64
    let effective: Timestamp
    let received: Timestamp
    /// The age of its fix when it was sent, seconds.
    let age: Double?
    let isFix: Bool
    let battery: Double?
  }

  /// A way through a person's pings in order of effective time and id.
  enum Walk {
    /// Forwards, until and including an instant.
    case forwards(until: Timestamp)
    /// Backwards from an instant, which is not included.
    case backwards(from: Timestamp)
    /// Backwards from an instant, through the pings of one queue with a battery level.
    case batteries(of: Int64, from: Timestamp)

    fileprivate var condition: Query {
      switch self {
      case .forwards(let end): "effective_at <= \(end) ORDER BY effective_at, id"
      case .backwards(let start): "effective_at < \(start) ORDER BY effective_at DESC, id DESC"
      case .batteries(let queue, let start):
        """
        effective_at < \(start) AND queue_id = \(queue) AND battery_level IS NOT NULL
        ORDER BY effective_at DESC, id DESC
        """
      }
    }
  }

  /// Ends a walk.
  private struct Enough: Error {}

  /// Calls `body` with each ping on duty of a walk, not earlier than `oldest`, until it returns false.
  func forEachReport(
    of responder: Responder.ID, _ walk: Walk, since oldest: Timestamp, _ body: (Report) -> Bool
  ) throws {
    do {
      try db.each(
        """
        SELECT queue_id, effective_at, received_at, fix_age_s, \(Self.isFix), battery_level
        FROM ping INDEXED BY ping_responder
        WHERE responder_id = \(responder) AND on_duty = 1 AND effective_at >= \(oldest) AND \(walk.condition)
        """
      ) { row in
        // By index, because there are many.
        let report = Report(
          queue: try row.whole(0), effective: Timestamp(milliseconds: try row.whole(1)),
          received: Timestamp(milliseconds: try row.whole(2)), age: try row.number(3),
          isFix: try row.whole(4) != 0, battery: try row.number(5))
        guard body(report) else { throw Enough() }
      }
    } catch is Enough {}
  }

  /// The last battery levels of a person after one instant, until and including another, the newest first.
  func batteries(
    of responder: Responder.ID, after: Timestamp, until: Timestamp, limit: Int
  ) throws -> [(level: Double, at: Timestamp)] {
    try db.all(
      """
      SELECT battery_level, effective_at FROM ping INDEXED BY ping_responder
      WHERE responder_id = \(responder) AND effective_at > \(after) AND effective_at <= \(until)
        AND battery_level IS NOT NULL
      ORDER BY effective_at DESC, id DESC LIMIT \(limit)
      """
    ) { (try $0["battery_level"], try $0["effective_at"]) }
  }
}
