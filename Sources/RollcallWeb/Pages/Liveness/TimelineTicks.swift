import Rollcall

/// A text on the time axis or beside a lane.
struct TimelineLabel: PagePart, Hashable {
  /// Where it is anchored, per cent of the width, e.g. `12.5%`.
  var x: String
  /// Which end of the text lies there: `start`, `middle` or `end`.
  var anchor: String
  var text: String
  /// `wide` or `narrow`: on which screens there is room for it; empty for both.
  var screen: String
}

/// The instants at which the axis of time has a line, and what is written there.
struct TimelineTicks {
  /// One line.
  struct Tick: Equatable {
    var at: Timestamp
    /// Empty for a line without text.
    var label: String
  }

  /// The lines within `from…to`, in the workspace's own hours and days, of which some have 23 or 25 hours.
  static func all(from: Timestamp, to: Timestamp, clock: PageClock) -> [Tick] {
    let length = to.since(from)
    guard length > 0, length <= 3_000 * 86_400_000 else { return [] }
    if length <= 9 * 3_600_000 { return hours(from, to, clock, every: 1) }
    if length <= 36 * 3_600_000 { return hours(from, to, clock, every: 3) }
    if length <= 4 * 86_400_000 { return hours(from, to, clock, every: 12) }
    return days(from, to, clock)
  }

  /// Every quarter of an hour is tried: clocks stand on quarters everywhere, and an hour may be left out or come twice.
  private static func hours(
    _ from: Timestamp, _ to: Timestamp, _ clock: PageClock, every hours: Int64
  ) -> [Tick] {
    var ticks: [Tick] = []
    var instant = from.ceiling(to: 900_000)
    while instant <= to {
      let local = clock.local(instant)
      if local.milliseconds % (hours * 3_600_000) == 0 {
        let isMidnight = hours == 12 && local.milliseconds == 0
        ticks.append(Tick(at: instant, label: isMidnight ? local.dayAndMonth : local.minutes))
      }
      instant = instant.advanced(by: 900_000)
    }
    return ticks
  }

  private static func days(_ from: Timestamp, _ to: Timestamp, _ clock: PageClock) -> [Tick] {
    let first = clock.local(from).date.daysSince1970
    let last = clock.local(to).date.daysSince1970
    let count = last - first
    return (first...max(first, last)).compactMap { number -> Tick? in
      let day = CivilDate(daysSince1970: number)
      let isNamed = count <= 10 || (count <= 110 ? number % 7 == 4 : day.day == 1)
      guard isNamed || count <= 40 else { return nil }
      let at = clock.start(of: day)
      guard at >= from, at <= to else { return nil }
      return Tick(at: at, label: isNamed ? name(day, weekday: count <= 10) : "")
    }
  }

  private static func name(_ day: CivilDate, weekday: Bool) -> String {
    weekday ? "\(Self.weekday(day)) \(day.day)" : "\(day.day) \(LocalTime.months[day.month - 1])"
  }

  /// `Mon`. 1970-01-01 was a Thursday, and days with the rest 4 are Mondays.
  static func weekday(_ day: CivilDate) -> String {
    ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][(day.daysSince1970 % 7 + 7) % 7]
  }
}
