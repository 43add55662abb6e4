import Rollcall
import SQL

/// A responder's last fixes, needed to judge the next one.
struct KnownMotion {
  var doubt = MotionDoubt()
  /// Effective time of the newest fix examined.
  var newest = Timestamp.distantPast
}

extension TrackingWrites {
  /// The doubts that a fix raises beside its neighbours by effective time.
  func motionDoubts(of ping: Ping, _ time: FixTime, in state: inout ResponderState) throws -> [Doubt] {
    guard time.source != .server else { return [] }
    let fix = MotionDoubt.Fix(
      at: ping.taken(effective: time.effective), position: ping.position, accuracy: ping.accuracy,
      speed: ping.speed)
    var known = try state.motion ?? lastMotion(of: state.id)
    defer { state.motion = known }
    if fix.at >= known.newest {
      known.newest = fix.at
      return known.doubt.record(fix)
    }
    let before = try fixes(of: state.id, "< \(time.effective) ORDER BY effective_at DESC, id DESC LIMIT 20")
    let next = try fixes(
      of: state.id, "> \(time.effective) AND (flags & 2) = 0 ORDER BY effective_at, id LIMIT 1")
    return MotionDoubt.doubts(of: fix, after: before.reversed(), before: next.first)
  }

  /// Restores from the newest stored fixes what a restart has lost.
  private func lastMotion(of id: Responder.ID) throws -> KnownMotion {
    var known = KnownMotion()
    let newest = try fixes(of: id, "<= \(now) ORDER BY effective_at DESC, id DESC LIMIT 20")
    for fix in newest.reversed() {
      _ = known.doubt.record(fix)
      known.newest = max(known.newest, fix.at)
    }
    return known
  }

  private func fixes(of id: Responder.ID, _ condition: Query) throws -> [MotionDoubt.Fix] {
    try db.all(
      """
      SELECT effective_at, lat, lng, accuracy_m, speed_mps, fix_age_s FROM ping INDEXED BY ping_responder
      WHERE responder_id = \(id) AND time_source <> 2 AND (flags & \(DoubtFlags.repeated)) = 0
        AND effective_at \(condition)
      """
    ) { row in
      MotionDoubt.Fix(
        at: Ping.taken(effective: try row["effective_at"], age: try row["fix_age_s"]),
        position: try Position(row: row), accuracy: try row["accuracy_m"], speed: try row["speed_mps"])
    }
  }
}
