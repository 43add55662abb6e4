import GRDB
import Rollcall

/// What is remembered of somebody's last fixes, to doubt the next one.
struct KnownMotion {
  var doubt = MotionDoubt()
  /// Effective time of the newest fix that was looked at.
  var newest = Timestamp.distantPast
}

extension WriteTransaction {
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
      return known.doubt.note(fix)
    }
    let before = try fixes(of: state.id, "< ? ORDER BY effective_at DESC, id DESC LIMIT 20", time.effective)
    let next = try fixes(
      of: state.id, "> ? AND (flags & 2) = 0 ORDER BY effective_at, id LIMIT 1", time.effective)
    return MotionDoubt.doubts(of: fix, after: before.reversed(), before: next.first)
  }

  /// What a restart has forgotten, from the newest fixes.
  private func lastMotion(of id: Responder.ID) throws -> KnownMotion {
    var known = KnownMotion()
    let newest = try fixes(of: id, "<= ? ORDER BY effective_at DESC, id DESC LIMIT 20", now)
    for fix in newest.reversed() {
      _ = known.doubt.note(fix)
      known.newest = max(known.newest, fix.at)
    }
    return known
  }

  private func fixes(
    of id: Responder.ID, _ condition: String, _ instant: Timestamp
  ) throws -> [MotionDoubt.Fix] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT effective_at, lat, lng, accuracy_m, speed_mps, fix_age_s FROM ping INDEXED BY ping_responder
          WHERE responder_id = ? AND time_source <> 2 AND (flags & \(DoubtFlags.repeated.rawValue)) = 0
            AND effective_at \(condition)
          """), arguments: [id.rawValue, instant.milliseconds]
    ).compactMap { row in
      Position(latitude: row[1], longitude: row[2]).map {
        MotionDoubt.Fix(
          at: Ping.taken(effective: Timestamp(milliseconds: row[0]), age: row[5]), position: $0,
          accuracy: row[3], speed: row[4])
      }
    }
  }
}
