import Foundation
public import Rollcall

/// A workspace's time zone, for the offsets of many instants.
///
/// Foundation's answer costs about a microsecond; offsets change at most every quarter of an hour, so the
/// last one is kept. A value: each reader has its own.
struct Zone {
  private let zone: TimeZone
  private var quarter = Int64.min
  private var offset = 0

  /// The zone of this name; UTC when the system does not know it.
  init(_ name: String) { zone = TimeZone(identifier: name) ?? .gmt }

  /// Seconds ahead of UTC at an instant.
  mutating func offsetSeconds(at instant: Timestamp) -> Int {
    let asked = instant.milliseconds / 900_000
    if asked != quarter {
      quarter = asked
      offset = Self.offset(zone, instant)
    }
    return offset
  }

  /// Reads an instant, the beginning of a local day, or a local date and time such as `2026-11-21T11:52`, also with
  /// a blank; `nil` for any other text.
  func instant(_ text: String) -> Timestamp? { read(text, isEnd: false) }

  /// The same where it ends a span: of a time that clocks show twice the second counts.
  func end(_ text: String) -> Timestamp? { read(text, isEnd: true) }

  private func read(_ text: String, isEnd: Bool) -> Timestamp? {
    Timestamp(rfc3339: text) ?? start(ofDay: text) ?? local(text, isEnd: isEnd)
  }

  private func local(_ text: String, isEnd: Bool) -> Timestamp? {
    let field = String(
      decoding: text.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "T") : $0 }, as: UTF8.self)
    return PageClock(now: Timestamp(milliseconds: 0)) { [zone] in Self.offset(zone, $0) }.instant(
      field: field, isEnd: isEnd)
  }

  /// The start of a local day; `nil` when the text is not a day `YYYY-MM-DD`.
  func start(ofDay text: String) -> Timestamp? {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard text.utf8.count == 10, parts.count == 3, let year = number(parts[0], 4),
      let month = number(parts[1], 2), let day = number(parts[2], 2),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    return start(of: date)
  }

  /// The clock of pages read in this zone at `now`.
  static func pageClock(_ name: String, now: Timestamp, isTicking: Bool = true) -> PageClock {
    let zone = TimeZone(identifier: name) ?? .gmt
    return PageClock(now: now, isTicking: isTicking) { offset(zone, $0) }
  }

  private func start(of date: CivilDate) -> Timestamp {
    let utc = Timestamp(milliseconds: Int64(date.daysSince1970) * 86_400_000)
    return PageClock(now: utc) { [zone] in Self.offset(zone, $0) }.start(of: date)
  }

  private func number(_ digits: Substring.UTF8View, _ count: Int) -> Int? {
    digits.count == count ? Int(String(Substring(digits))) : nil
  }

  private static func offset(_ zone: TimeZone, _ instant: Timestamp) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000))
  }
}

extension LocalTime {
  /// An instant by the clocks of a zone.
  init(in zone: String, _ instant: Timestamp) {
    var known = Zone(zone)
    self.init(instant, offset: known.offsetSeconds(at: instant))
  }

  /// Reads an instant, a local day, or a local day with its time, as people type it: `2026-11-21 18:00`; `nil` for any
  /// other text.
  public static func instant(_ text: String, zone: String) -> Timestamp? { Zone(zone).instant(text) }
}
