/// Finds the gaps in a track in one pass over its fixes, in the order of effective time.
///
/// The result depends on the fixes alone, not on the order in which they arrived. A fix is *late* when it
/// arrived more than D after it was taken: until then the track was blank there. So a run of late fixes, from
/// the timely fix before it to the timely one after it, was a gap and counts as backfilled. Where two
/// neighbours are still more than D apart, there is a gap that stays open for ever.
public struct TrackGaps: Sendable {
  /// A change of the thresholds in force.
  public struct Change: Equatable, Sendable {
    /// Since when they hold.
    public var at: Timestamp
    /// The thresholds; `nil` = not timed: nothing is due.
    public var thresholds: Thresholds?

    /// A change from its parts.
    public init(at: Timestamp, thresholds: Thresholds?) {
      self.at = at
      self.thresholds = thresholds
    }
  }

  /// A point of the track that was known in time: a timely fix, or an end of watching.
  private struct Solid {
    var at: Timestamp
    /// The first threshold change after it.
    var change: Int
  }

  private let watched: [TimeSpan]
  private let changes: [Change]
  private let kept: [TimeSpan]
  private let range: TimeSpan
  private var found: [TrackGap] = []

  /// The first kept span ahead.
  private var nextKept = 0
  /// The current watched span.
  private var place = 0
  private var hasBegun = false
  /// The first threshold change after `previous`.
  private var change = 0
  private var previous = Timestamp(milliseconds: 0)
  private var solid = Solid(at: Timestamp(milliseconds: 0), change: 0)
  /// When the newest late fix since `solid` arrived; `nil` = there is none.
  private var backfilled: Timestamp?
  /// The fix added last: others of the same instant may follow.
  private var pending: (effective: Timestamp, received: Timestamp)?

  /// Begins a track.
  ///
  /// - Parameters:
  ///   - watched: when the responder was on duty, ascending and apart; the last one ends now if they still
  ///     are. They may reach beyond `range`.
  ///   - thresholds: ascending; before the first change the first one's apply.
  ///   - kept: from places to their last confirmation, ascending: in these spans no fix was due.
  ///   - range: only gaps that overlap it are found. The fixes should begin before it and end after it, so
  ///     that gaps over its ends are whole.
  public init(watched: [TimeSpan], thresholds: [Change], kept: [TimeSpan] = [], range: TimeSpan) {
    self.kept = kept
    self.watched = watched
    self.changes = thresholds
    self.range = range
  }

  /// Adds a fix; the caller leaves out server-timed ones. One older than the last added is ignored.
  public mutating func add(effective: Timestamp, received: Timestamp) {
    if let last = pending {
      guard effective >= last.effective else { return }
      if effective == last.effective {
        pending = (effective, min(last.received, received))
        return
      }
      take(last.effective, last.received)
    }
    pending = (effective, received)
  }

  /// The gaps, ascending, once all fixes have been added.
  public mutating func finish() -> [TrackGap] {
    if let last = pending { take(last.effective, last.received) }
    pending = nil
    while watched.indices.contains(place) { endWatching() }
    return found
  }

  private mutating func take(_ effective: Timestamp, _ received: Timestamp) {
    while watched.indices.contains(place), effective >= watched[place].to { endWatching() }
    guard watched.indices.contains(place), effective >= watched[place].from else { return }
    beginWatching()
    let isLate = arrive(at: effective).map { received.since(effective) > $0 } ?? false
    if isLate {
      backfilled = max(backfilled ?? received, received)
    } else {
      settle(at: effective)
    }
  }

  private mutating func beginWatching() {
    guard !hasBegun else { return }
    hasBegun = true
    previous = watched[place].from
    while changes.indices.contains(change), changes[change].at <= previous { change += 1 }
    solid = Solid(at: previous, change: change)
    backfilled = nil
  }

  private mutating func endWatching() {
    beginWatching()
    _ = arrive(at: watched[place].to)
    settle(at: watched[place].to)
    hasBegun = false
    place += 1
  }

  /// Moves on to the next point: there is a gap if it is too far from the last one. Returns D in force there.
  private mutating func arrive(at instant: Timestamp) -> Milliseconds? {
    while kept.indices.contains(nextKept), kept[nextKept].from <= instant {
      stay(kept[nextKept], until: instant)
      guard kept[nextKept].to <= instant else { break }
      nextKept += 1
    }
    return move(to: instant)
  }

  /// Passes a kept span: the person did not move, so the track misses nothing.
  private mutating func stay(_ span: TimeSpan, until instant: Timestamp) {
    let end = min(span.to, instant)
    guard end > previous else { return }
    if span.from > previous { _ = move(to: span.from) }
    settle(at: previous)
    previous = end
    while changes.indices.contains(change), changes[change].at <= end { change += 1 }
    solid = Solid(at: end, change: change)
  }

  private mutating func move(to instant: Timestamp) -> Milliseconds? {
    guard instant > previous else { return degraded(before: change) }
    if isOverdue(at: instant, since: previous, change: change) {
      settle(at: previous)
      emit(TrackGap(from: previous, to: instant))
      while changes.indices.contains(change), changes[change].at <= instant { change += 1 }
      solid = Solid(at: instant, change: change)
    }
    while changes.indices.contains(change), changes[change].at <= instant { change += 1 }
    previous = instant
    return degraded(before: change)
  }

  /// The track was known in time at `instant`: the blank before it ends here.
  private mutating func settle(at instant: Timestamp) {
    guard instant >= solid.at else { return }
    if let arrived = backfilled, isOverdue(at: instant, since: solid.at, change: solid.change) {
      emit(TrackGap(from: solid.at, to: instant, backfilledAt: arrived))
    }
    backfilled = nil
    solid = Solid(at: instant, change: change)
  }

  private mutating func emit(_ gap: TrackGap) {
    if gap.from < range.to, gap.to > range.from { found.append(gap) }
  }

  /// Whether a fix was due before `instant`, when the last one was taken at `start`.
  ///
  /// A change moves the deadline as it does for the status: a shorter threshold allows its whole time anew, a
  /// longer one counts from the fix. Only changes between the two instants are read, so the pass stays
  /// linear.
  private func isOverdue(at instant: Timestamp, since start: Timestamp, change first: Int) -> Bool {
    var current = degraded(before: first)
    var deadline = current.map { start.advanced(by: $0) } ?? .distantFuture
    var next = first
    while changes.indices.contains(next), changes[next].at < min(instant, deadline) {
      let new = changes[next].thresholds?.degraded
      if let new, let old = current, new > old {
        deadline = max(deadline, start.advanced(by: new))
      } else if let new, new != current {
        deadline = min(deadline, changes[next].at.advanced(by: new))
      } else if new == nil {
        deadline = .distantFuture
      }
      current = new
      next += 1
    }
    return instant > deadline
  }

  private func degraded(before change: Int) -> Milliseconds? {
    let place = max(change - 1, 0)
    return changes.indices.contains(place) ? changes[place].thresholds?.degraded : nil
  }
}

extension Timestamp {
  fileprivate static let distantFuture = Timestamp(milliseconds: .max)
}
