import Rollcall

/// What a stretch of the *reachable* lane says: whether the phone could have been called.
enum ReachLevel: String, CaseIterable, Sendable {
  /// Not watched: off duty, or before the first report.
  case none
  /// It has expired: nothing is known any more.
  case purged
  /// In contact.
  case green
  /// Rollcall itself was away: nobody is accused.
  case notObserved = "away"
  /// No contact for longer than the degraded threshold.
  case amber
  /// No contact for longer than the offline threshold.
  case red
}

/// What a stretch of the *track* lane says: whether anybody will ever know where they were.
enum TrackLevel: String, CaseIterable, Sendable {
  /// Not watched.
  case none
  /// Positions have expired: nothing is known any more.
  case purged
  /// Fixes arrived while they were fresh.
  case live
  /// Fixes arrived later and closed the gap.
  case late
  /// Rollcall itself was away.
  case notObserved = "away"
  /// A track gap: no fixes.
  case blank
}

/// One stretch of a lane, half-open. Stretches may come in any order; where they overlap, the worse one is drawn.
struct LaneSpan<Level: Sendable & Hashable>: Hashable, Sendable {
  /// Its first instant.
  var from: Timestamp
  /// The first instant after it. At or after "now": it goes on. What lies after now is not drawn.
  var to: Timestamp
  /// What is so during it.
  var level: Level
}

/// A stretch of the reachable lane.
typealias ReachSpan = LaneSpan<ReachLevel>
/// A stretch of the track lane.
typealias TrackSpan = LaneSpan<TrackLevel>
