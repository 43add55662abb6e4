import Rollcall
import SQL

/// A fix that may prove a person's position.
struct ProvingFix {
  var at: Timestamp
  var position: Position
  var accuracy: Double?

  /// Doubts that make a position worthless as proof.
  private static let doubts: DoubtFlags = [
    .mock, .speed, .nullIsland, .invalidFix, .accuracy, .sequenceConflict, .networkCountry, .repeated,
  ]

  /// The longest time for which a cached position proves anything, seconds.
  private static let longestKept = 3_600.0

  /// The fix of a ping; `nil` when it is in doubt, only the server timed it, or the phone was ahead of us.
  init?(_ ping: Ping, _ time: FixTime) {
    self.init(ping.position, accuracy: ping.accuracy, age: ping.fixAge, time)
  }

  private init?(_ position: Position, accuracy: Double?, age: Double?, _ time: FixTime) {
    let isAhead = time.source == .phone && time.flags.contains(.clockSkew)
    guard time.source != .server, !isAhead, time.flags.isDisjoint(with: Self.doubts),
      (age ?? 0) <= Self.longestKept
    else { return nil }
    // A position from the phone's cache is as old as the phone reports.
    at = Ping.taken(effective: time.effective, age: age)
    (self.position, self.accuracy) = (position, accuracy)
  }

  /// The fixes among a person's next pings after a cursor, ascending, and the cursor where they end; `nil`
  /// when there are no more.
  static func page(
    of responder: Responder.ID, after last: HistoryCursor, until: Timestamp, limit: Int, _ db: Database
  ) throws -> (fixes: [ProvingFix], end: HistoryCursor?) {
    let pings = try db.track.onDuty(of: responder, after: last, until: until, limit: limit)
    let fixes = pings.compactMap { ProvingFix($0.position, accuracy: $0.accuracy, age: $0.age, $0.time) }
    return (fixes.sorted { $0.at < $1.at }, pings.count == limit ? pings.last?.place : nil)
  }
}
