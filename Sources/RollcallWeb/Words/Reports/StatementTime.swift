import Rollcall

/// How a statement writes times: local, to the second, with the day where the span has more than one.
struct StatementTime {
  let clock: PageClock
  private let day: CivilDate?

  /// - Parameter span: what the statement is about.
  init(_ clock: PageClock, _ span: TimeSpan) {
    self.clock = clock
    let (first, last) = (clock.local(span.from).date, clock.local(span.to.advanced(by: -1)).date)
    day = first == last ? first : nil
  }

  /// `15:14:30`, or `22 November 2026 15:14:30` of another day.
  func at(_ instant: Timestamp) -> String {
    let local = clock.local(instant)
    return local.date == day ? local.clock : "\(local.fullDate) \(local.clock)"
  }

  /// The end of a span. Times have whole seconds: an end in the second of its beginning would read as no time at all.
  func end(_ instant: Timestamp, after start: Timestamp) -> String {
    let text = at(instant)
    return instant > start && text == at(start) ? Words.Statement.Tables.sameSecond : text
  }

  /// `Sunday 22 November 2026, 12:00:00 to 16:00:00`.
  func span(_ span: TimeSpan) -> String {
    let (from, to) = (clock.local(span.from), clock.local(span.to))
    guard from.date == to.date else {
      return "\(from.fullDay), \(from.clock) to \(to.fullDay), \(to.clock)"
    }
    return "\(from.fullDay), \(from.clock) to \(to.clock)"
  }

  /// `Sunday 22 November 2026, 17:05:12, UTC+01:00`.
  func full(_ instant: Timestamp) -> String {
    let local = clock.local(instant)
    return "\(local.fullDay), \(local.clock), UTC\(local.zone)"
  }

  /// `Europe/Ljubljana, UTC+01:00`; both offsets when clocks change in the span.
  func zone(_ name: String, in span: TimeSpan) -> String {
    let (first, last) = (clock.local(span.from).zone, clock.local(span.to).zone)
    return first == last ? "\(name), UTC\(first)" : Words.Statement.zones(name, first, last)
  }
}

extension LocalTime {
  /// `22 November 2026`.
  var fullDate: String { "\(day) \(Self.fullMonths[Int(month) - 1]) \(year)" }

  /// `Sunday 22 November 2026`. 1970-01-01 was a Thursday.
  var fullDay: String {
    "\(Self.weekdays[(date.daysSince1970 % 7 + 7) % 7]) \(fullDate)"
  }

  private static let weekdays = [
    "Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday",
  ]
  private static let fullMonths = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]
}

extension Words {
  /// An exact length, rounded to the second: `3 h 14 min 30 s`, `45 s`, `less than 1 s`.
  static func precisely(_ length: Milliseconds) -> String {
    guard length >= 500 else { return length > 0 ? "less than 1 s" : "0 s" }
    let seconds = length / 1_000 + (length % 1_000 >= 500 ? 1 : 0)
    let parts = [(seconds / 3_600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
    return parts.filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }.joined(separator: " ")
  }
}
