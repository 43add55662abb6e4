import Rollcall

/// How far the workspace's clocks are ahead of UTC during a replay: the slider's labels are local times, also on a day
/// on which clocks are put forward or back.
enum ReplayClocks {
  /// No two changes are as close as this: six hours.
  private static let step: Milliseconds = 21_600_000

  /// `from,ahead,zone` for its beginning and for each change, separated by blanks: milliseconds since 1970,
  /// milliseconds, `+01:00`.
  static func text(in span: TimeSpan, _ clock: PageClock) -> String {
    ([span.from] + changes(in: span, clock)).map { instant in
      let local = clock.local(instant)
      return "\(instant.milliseconds),\(local.ahead),\(local.zone)"
    }.joined(separator: " ")
  }

  /// The first instants by another clock.
  static func changes(in span: TimeSpan, _ clock: PageClock) -> [Timestamp] {
    var (changes, known): ([Timestamp], Timestamp) = ([], span.from)
    while known < span.to {
      let next = min(known.advanced(by: step), span.to)
      if clock.offset(at: next) != clock.offset(at: known) {
        changes.append(change(after: known, through: next, clock))
      }
      known = next
    }
    return changes
  }

  private static func change(
    after known: Timestamp, through next: Timestamp, _ clock: PageClock
  ) -> Timestamp {
    var (before, after) = (known, next)
    while after.since(before) > 1 {
      let middle = before.advanced(by: after.since(before) / 2)
      if clock.offset(at: middle) == clock.offset(at: known) { before = middle } else { after = middle }
    }
    return after
  }
}
