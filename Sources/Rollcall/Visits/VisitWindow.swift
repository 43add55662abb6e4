/// When a visit is planned: a day, or a part of it, in the workspace's time zone.
public struct VisitWindow: Equatable, Sendable {
  /// The day.
  public var day: CivilDate
  /// The first minute of the day, 0…1,439.
  public var from: Int
  /// The minute of the day after the last, 1…1,440, after `from`.
  public var to: Int

  /// Creates a part of a day; `nil` when it does not end after it begins, or is outside the day.
  public init?(day: CivilDate, from: Int = 0, to: Int = 1_440) {
    guard (0..<1_440).contains(from), (1...1_440).contains(to), from < to else { return nil }
    (self.day, self.from, self.to) = (day, from, to)
  }

  /// Parses `2026-11-21` with `09:00` and `11:30`; an empty time is the beginning or end of the day. `nil`
  /// when it is malformed.
  public init?(day: String, from: String = "", to: String = "") {
    guard let day = CivilDate(isoDay: day), let from = Self.minute(from, empty: 0),
      let to = Self.minute(to, empty: 1_440)
    else { return nil }
    self.init(day: day, from: from, to: to)
  }

  /// The window as a span of time. On a day on which clocks change it is shorter or longer than the clock
  /// times suggest.
  ///
  /// - Parameter offset: seconds ahead of UTC at an instant.
  public func span(offset: (Timestamp) -> Int) -> TimeSpan {
    TimeSpan(from: instant(from, offset), to: instant(to, offset))
  }

  private func instant(_ minute: Int, _ offset: (Timestamp) -> Int) -> Timestamp {
    let utc = Timestamp(milliseconds: Int64(day.daysSince1970) * 86_400_000 + Int64(minute) * 60_000)
    let guess = utc.advanced(by: -Int64(offset(utc)) * 1_000)
    return utc.advanced(by: -Int64(offset(guess)) * 1_000)
  }

  private static func minute(_ text: String, empty: Int) -> Int? {
    guard !text.utf8.isEmpty else { return empty }
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2, let hour = number(parts[0]), let minute = number(parts[1]), hour <= 24,
      minute < 60, hour < 24 || minute == 0
    else { return nil }
    return hour * 60 + minute
  }

  /// Parses a number of at most four digits.
  private static func number(_ digits: Substring.UTF8View) -> Int? {
    guard (1...4).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(String(Substring(digits)))
  }
}
