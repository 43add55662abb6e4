import Rollcall

/// A responder's last fixes, needed to judge the next one.
struct KnownMotion {
  var doubt = MotionDoubt()
  /// Effective time of the newest fix examined.
  var newest = Timestamp.distantPast
}

extension TrackingWrites {
  /// The doubts that a fix raises beside its neighbours by effective time.
  func motionDoubts(
    of ping: Ping, _ time: FixTime, in state: inout ResponderState, _ track: UploadTrack
  ) throws -> [Doubt] {
    guard time.source != .server else { return [] }
    let fix = MotionDoubt.Fix(
      at: ping.taken(effective: time.effective), position: ping.position, accuracy: ping.accuracy,
      speed: ping.speed)
    var known = try state.motion ?? lastMotion(of: state.id, track)
    defer { state.motion = known }
    if fix.at >= known.newest {
      known.newest = fix.at
      return known.doubt.record(fix)
    }
    let (before, next) = try track.fixes(around: time.effective, db)
    return MotionDoubt.doubts(of: fix, after: before, before: next)
  }

  /// Restores from the newest stored fixes what a restart has lost.
  private func lastMotion(of id: Responder.ID, _ track: UploadTrack) throws -> KnownMotion {
    var known = KnownMotion()
    for ping in try track.reader(db).last(FixNeighbours.count, of: id, until: now).reversed() {
      let fix = MotionDoubt.Fix(ping)
      _ = known.doubt.record(fix)
      known.newest = max(known.newest, fix.at)
    }
    return known
  }
}

extension MotionDoubt.Fix {
  /// A stored one.
  init(_ ping: PlacedPing) {
    self.init(
      at: Ping.taken(effective: ping.time.effective, age: ping.age), position: ping.position,
      accuracy: ping.accuracy, speed: ping.speed)
  }
}
