/// Weekly hours of duty in a workspace's zone, with exceptions by date.
///
/// Hours belong to the day on which they begin: an exception replaces the hours that begin on its date, and
/// leaves the end of the night before alone.
public struct Timetable: Equatable, Sendable {
  /// Hours on some days of the week.
  public struct Hours: Codable, Equatable, Sendable {
    /// 1 (Monday) to 7.
    public var days: [Int]
    /// Their beginning.
    public var from: LocalTime
    /// Their end; on the next day when it is not after the beginning.
    public var to: LocalTime

    /// Hours from their parts.
    public init(days: [Int], from: LocalTime, to: LocalTime) {
      (self.days, self.from, self.to) = (days, from, to)
    }
  }

  /// Other hours on one date.
  public struct Exception: Equatable, Sendable {
    /// The date on which they begin.
    public var date: CivilDate
    /// From and to; `nil` = no hours begin on that date.
    public var hours: (from: LocalTime, to: LocalTime)?

    /// An exception from its parts.
    public init(date: CivilDate, hours: (from: LocalTime, to: LocalTime)?) {
      (self.date, self.hours) = (date, hours)
    }

    /// Whether both say the same.
    public static func == (one: Self, other: Self) -> Bool {
      one.date == other.date && one.hours?.from == other.hours?.from && one.hours?.to == other.hours?.to
    }
  }

  /// The weekly hours.
  public var hours: [Hours]
  /// The exceptions.
  public var exceptions: [Exception]

  /// A timetable from its parts.
  public init(hours: [Hours] = [], exceptions: [Exception] = []) {
    (self.hours, self.exceptions) = (hours, exceptions)
  }

  /// Whether it says nothing.
  public var isEmpty: Bool { hours.isEmpty && exceptions.isEmpty }

  /// The most lines of hours.
  public static let mostHours = 50
  /// The most exceptions.
  public static let mostExceptions = 400

  /// What is wrong with it, as messages.
  public func problems() -> [String] {
    var found: [String] = []
    if isEmpty { found.append("hours: a timetable has hours or exceptions") }
    if hours.count > Self.mostHours { found.append("hours: at most \(Self.mostHours)") }
    if exceptions.count > Self.mostExceptions { found.append("exceptions: at most \(Self.mostExceptions)") }
    for line in hours where line.days.isEmpty || !line.days.allSatisfy((1...7).contains) {
      found.append("hours: days are 1 (Monday) to 7")
    }
    for exception in exceptions where exception.hours == nil {
      if exceptions.count(where: { $0.date == exception.date }) > 1 {
        found.append("exceptions: \(exception.date.isoDay) has hours and none")
      }
    }
    return found
  }
}

/// A time of day, as on a clock on the wall.
public struct LocalTime: Equatable, Sendable {
  /// Minutes since midnight, 0…1440; 1440 = the midnight at the end of the day.
  public let minute: Int

  /// A time of so many minutes since midnight.
  public init?(minute: Int) {
    guard (0...1_440).contains(minute) else { return nil }
    self.minute = minute
  }

  /// Reads `22:00`; `24:00` is the midnight at the end of the day.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
    let digits = [bytes[0], bytes[1], bytes[3], bytes[4]].map { Int($0) - Int(UInt8(ascii: "0")) }
    guard digits.allSatisfy((0...9).contains), digits[2] < 6 else { return nil }
    self.init(minute: (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3])
  }

  /// `22:00`
  public var text: String {
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minute / 60)):\(two(minute % 60))"
  }
}

extension LocalTime: Codable {
  /// Decodes `"22:00"`.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    let text = try value.decode(String.self)
    guard let time = LocalTime(text) else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "\(text) is no time like 22:00")
    }
    self = time
  }

  /// Encodes `"22:00"`.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(text)
  }
}

extension Timetable.Exception: Codable {
  private enum CodingKeys: String, CodingKey { case date, from, to }

  /// Decodes `{date, from?, to?}`; both times or none.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    guard let date = CivilDate(isoDay: try values.decode(String.self, forKey: .date)) else {
      throw DecodingError.dataCorruptedError(
        forKey: .date, in: values, debugDescription: "a date like 2026-12-24")
    }
    let from = try values.decodeIfPresent(LocalTime.self, forKey: .from)
    let to = try values.decodeIfPresent(LocalTime.self, forKey: .to)
    switch (from, to) {
    case (let from?, let to?): self.init(date: date, hours: (from, to))
    case (nil, nil): self.init(date: date, hours: nil)
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .from, in: values, debugDescription: "an exception has both times or none")
    }
  }

  /// Encodes an exception.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(date.isoDay, forKey: .date)
    try values.encodeIfPresent(hours?.from, forKey: .from)
    try values.encodeIfPresent(hours?.to, forKey: .to)
  }
}
