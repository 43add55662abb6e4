public import Rollcall

/// An instant in a time zone, with the offset at that instant.
public struct LocalTime: Equatable, Sendable {
  /// The proleptic Gregorian year.
  let year: Int64
  /// 1…12.
  let month: Int64
  /// 1…31.
  let day: Int64
  /// Milliseconds since local midnight.
  let milliseconds: Int64
  private let offset: Int64
  private let days: Int

  /// `instant` where clocks are `offset` seconds ahead of UTC; offsets beyond a day are clamped.
  public init(_ instant: Timestamp, offset: Int) {
    self.offset = Int64(max(-86_399, min(86_399, offset)))
    let local = instant.advanced(by: self.offset * 1_000).milliseconds
    days = Int(Self.floorDivide(local, 86_400_000))
    milliseconds = Self.modulo(local, 86_400_000)
    let date = CivilDate(daysSince1970: days)
    (year, month, day) = (Int64(date.year), Int64(date.month), Int64(date.day))
  }

  /// `11:52:07`.
  var clock: String { "\(minutes):\(Words.twoDigits(milliseconds / 1_000 % 60))" }

  /// `11:52`.
  var minutes: String {
    "\(Words.twoDigits(milliseconds / 3_600_000)):\(Words.twoDigits(milliseconds / 60_000 % 60))"
  }

  /// `2026-11-21`.
  var isoDay: String { "\(Self.fourDigits(year))-\(Words.twoDigits(month))-\(Words.twoDigits(day))" }

  /// The time as a log shows it, with the day when it is not `today`'s: `11:52:07`, `20 Nov 11:52:07`,
  /// `20 Nov 2025 11:52:07`.
  func clock(today: LocalTime) -> String {
    guard year == today.year else { return "\(dayAndMonth) \(year) \(clock)" }
    guard month == today.month, day == today.day else { return "\(dayAndMonth) \(clock)" }
    return clock
  }

  /// The instant to the second: `2026-11-21 11:52:07 +01:00`.
  public var second: String { "\(isoDay) \(clock) \(zone)" }

  /// `2026-11-21T11:52:07`, as a form's field of date and time holds it.
  var field: String { "\(isoDay)T\(clock)" }

  /// RFC 3339 with the offset and milliseconds: `2026-11-21T11:52:07.123+01:00`.
  var exact: String { "\(field).\(Self.threeDigits(milliseconds % 1_000))\(zone)" }

  /// `20 Nov 11:52`, `20 Nov 2025 11:52`, or without the day when it is `today`'s: `11:52`.
  func minutes(today: LocalTime) -> String {
    guard year == today.year else { return "\(dayAndMonth) \(year) \(minutes)" }
    return date == today.date ? minutes : "\(dayAndMonth) \(minutes)"
  }

  /// What a time with the day where it is not `today`'s lacks: `21 Nov 2026 ` before `11:52`, ` (2026)` behind
  /// `20 Nov 11:52`.
  func lacking(today: LocalTime) -> (before: String, after: String) {
    guard year == today.year else { return ("", "") }
    return date == today.date ? ("\(dayAndMonth) \(year) ", "") : ("", " (\(year))")
  }

  /// `20 Nov 2026 11:52:07`.
  var dated: String { "\(dayAndMonth) \(year) \(clock)" }

  /// The day.
  var date: CivilDate { CivilDate(daysSince1970: days) }

  /// `20 Nov`.
  var dayAndMonth: String { "\(day) \(Self.months[Int(month) - 1])" }

  /// How far its clocks are ahead of UTC, milliseconds.
  var ahead: Int64 { offset * 1_000 }

  /// How far its clocks are ahead of UTC: `+01:00`.
  var zone: String {
    let minutes = abs(offset) / 60
    return "\(offset < 0 ? "-" : "+")\(Words.twoDigits(minutes / 60)):\(Words.twoDigits(minutes % 60))"
  }

  /// RFC 3339 in UTC with milliseconds: `2026-11-21T10:52:07.123Z`.
  static func iso(_ instant: Timestamp) -> String {
    let time = LocalTime(instant, offset: 0)
    return "\(time.isoDay)T\(time.clock).\(threeDigits(time.milliseconds % 1_000))Z"
  }

  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func threeDigits(_ number: Int64) -> String {
    number < 100 ? "0" + Words.twoDigits(number) : "\(number)"
  }

  private static func fourDigits(_ year: Int64) -> String {
    let digits = String(year)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  private static func modulo(_ number: Int64, _ divisor: Int64) -> Int64 {
    let rest = number % divisor
    return rest < 0 ? rest + divisor : rest
  }

  private static func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
    number / divisor - (number % divisor < 0 ? 1 : 0)
  }
}
