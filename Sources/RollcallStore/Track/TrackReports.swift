import Columns
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

    /// Where it goes, not earlier than `oldest`.
    fileprivate func range(since oldest: Timestamp) -> ClosedRange<RowPlace>? {
      let start = RowPlace.start(of: oldest)
      return switch self {
      case .forwards(let end): Track.range(start, .end(of: end))
      case .backwards(let end), .batteries(_, let end): Track.range(start, .end(before: end))
      }
    }

    fileprivate var direction: RowMerge.Direction {
      if case .forwards = self { .forwards } else { .backwards }
    }
  }

  private static let reported = Rows.counting.union([.queue, .receivedAt, .fixAge, .battery])

  /// Calls `body` with each ping on duty of a walk, not earlier than `oldest`, until it returns false.
  func forEachReport(
    of responder: Responder.ID, _ walk: Walk, since oldest: Timestamp, _ body: (Report) -> Bool
  ) throws {
    try self.walk(responder, in: walk.range(since: oldest), going: walk.direction, Self.reported) {
      rows, row in
      guard rows.isOnDuty(row) else { return true }
      let battery = rows.double(.battery, row)
      if case .batteries(let queue, _) = walk, battery == nil || rows.integer(.queue, row) != queue {
        return true
      }
      return body(
        Report(
          queue: rows.integer(.queue, row) ?? 0, effective: rows.effective(row), received: rows.received(row),
          age: rows.double(.fixAge, row), isFix: rows.isFix(row), battery: battery))
    }
  }

  /// The last battery levels of a person after one instant, until and including another, the newest first.
  func batteries(
    of responder: Responder.ID, after: Timestamp, until: Timestamp, limit: Int
  ) throws -> [(level: Double, at: Timestamp)] {
    var found: [(level: Double, at: Timestamp)] = []
    guard limit > 0 else { return [] }
    let range = Self.range(HistoryCursor(effective: after, id: .max).row, .end(of: until))
    try walk(responder, in: range, going: .backwards, [.battery]) { rows, row in
      if let level = rows.double(.battery, row) { found.append((level, rows.effective(row))) }
      return found.count < limit
    }
    return found
  }
}
