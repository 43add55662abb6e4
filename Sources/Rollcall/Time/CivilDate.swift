/// A day of the proleptic Gregorian calendar, the one of RFC 3339.
///
/// The two conversions are those of Howard Hinnant, *chrono-Compatible Low-Level Date Algorithms*: years begin
/// in March, so that the leap day is the last of its year, and are grouped in eras of 400, which all have
/// 146,097 days.
public struct CivilDate: Equatable, Sendable {
  /// The year; 0 is the year before 1.
  public let year: Int
  /// 1…12.
  public let month: Int
  /// 1…31.
  public let day: Int

  /// Creates a day; `nil` when the calendar has no such day or the year is not 0…9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9_999).contains(year), (1...12).contains(month),
      day >= 1, day <= Self.days(inMonth: month, of: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that lies `days` after 1970-01-01. Any number within ±10¹² is fine; beyond, the nearest of those.
  public init(daysSince1970 days: Int) {
    let sinceMarch0 = min(max(days, -1_000_000_000_000), 1_000_000_000_000) + 719_468
    let era = (sinceMarch0 >= 0 ? sinceMarch0 : sinceMarch0 - 146_096) / 146_097
    let dayOfEra = sinceMarch0 - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// How many days after 1970-01-01 it lies; negative before.
  public var daysSince1970: Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let era = (yearFromMarch >= 0 ? yearFromMarch : yearFromMarch - 399) / 400
    let yearOfEra = yearFromMarch - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// How many days a month has; 0 when there is no such month.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    case 1, 3, 5, 7, 8, 10, 12: 31
    default: 0
    }
  }

  /// Whether February of `year` has 29 days.
  public static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}

extension CivilDate {
  /// The day `YYYY-MM-DD`; `nil` for any other text.
  public init?(isoDay text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 10, digits[4] == UInt8(ascii: "-"), digits[7] == UInt8(ascii: "-") else {
      return nil
    }
    let number = { (part: ArraySlice<UInt8>) -> Int? in
      part.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        ? part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } : nil
    }
    guard let year = number(digits[0..<4]), let month = number(digits[5..<7]),
      let day = number(digits[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// `2026-11-20`
  public var isoDay: String {
    let digits = String(year)
    let zeros = String(repeating: "0", count: max(0, 4 - digits.utf8.count))
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(zeros)\(digits)-\(two(month))-\(two(day))"
  }
}

extension CivilDate {
  /// The first instant of the day where clocks are `offset` seconds ahead of UTC at an instant. Later than
  /// midnight where clocks are put forward at midnight.
  public func start(offset: (Timestamp) -> Int) -> Timestamp {
    let utc = Timestamp(milliseconds: Int64(daysSince1970) * 86_400_000)
    func local(_ instant: Timestamp) -> Timestamp { instant.advanced(by: Int64(offset(instant)) * 1_000) }
    func isInside(_ instant: Timestamp) -> Bool {
      let time = local(instant).since(utc)
      return time >= 0 && time < 86_400_000
    }
    let guess = utc.advanced(by: -Int64(offset(utc)) * 1_000)
    let start = utc.advanced(by: -Int64(offset(guess)) * 1_000)
    guard isInside(start) else { return utc.advanced(by: -Int64(offset(start)) * 1_000) }
    // Where clocks show midnight twice, the first one counts.
    let before = start.advanced(by: -1)
    return isInside(before) ? start.advanced(by: -local(before).since(utc) - 1) : start
  }
}
