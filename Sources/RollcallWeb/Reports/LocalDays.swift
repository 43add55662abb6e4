import Rollcall

/// The local days of a span: the first and the last only as far as they are in it.
struct LocalDays: Sequence, IteratorProtocol {
  private let span: TimeSpan
  private let clock: PageClock
  private var reached: Timestamp

  init(_ span: TimeSpan, timeZone: String) {
    self.span = span
    clock = Zone.pageClock(timeZone, now: span.from)
    reached = span.from
  }

  /// The next day in words, and its part of the span: 23 or 25 hours when clocks change.
  mutating func next() -> (day: String, span: TimeSpan)? {
    guard reached < span.to else { return nil }
    let day = clock.local(reached).date
    let midnight = clock.start(of: CivilDate(daysSince1970: day.daysSince1970 + 1))
    // A day always advances, whatever a zone does.
    let end = Swift.min(span.to, midnight > reached ? midnight : reached.advanced(by: 86_400_000))
    defer { reached = end }
    return (clock.local(reached).isoDay, TimeSpan(from: reached, to: end))
  }
}
