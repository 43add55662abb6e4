/// Instants as text: `2026-11-21T09:31:00.000Z`.
enum UTCText {
  /// - Parameter milliseconds: since 1970; instants outside the years 1970…9999 become the nearest inside.
  static func of(_ milliseconds: Int64) -> String {
    let instant = min(max(milliseconds, 0), 253_402_300_799_999)
    let (seconds, thousandths) = instant.quotientAndRemainder(dividingBy: 1_000)
    let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let date = civil(days)
    return digits(date.year, 4) + "-" + digits(date.month, 2) + "-" + digits(date.day, 2) + "T"
      + digits(second / 3_600, 2) + ":" + digits(second / 60 % 60, 2) + ":" + digits(second % 60, 2) + "."
      + digits(thousandths, 3) + "Z"
  }

  /// The date of a day since 1970, by years that begin in March: the leap day is then the last.
  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * march + 2) / 5 + 1)
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
  }
}
