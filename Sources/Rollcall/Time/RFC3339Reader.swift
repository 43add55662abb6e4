extension Timestamp {
  /// Parses RFC 3339 section 5.6, e.g. `2026-11-21T09:30:00.120+01:00`; `nil` when it is malformed.
  ///
  /// - An offset or `Z` is required; `t` and `z` may be lower case.
  /// - The day must exist, hours are 00 to 23 (no 24:00), the offset is at most 23:59.
  /// - A fraction has one to nine digits; those beyond milliseconds are dropped.
  /// - Second 60 is read as 59.999 where a leap second can be, at 23:59 UTC (section 5.7), and refused
  ///   elsewhere: a position taken in one must not be lost, and our instants have no leap seconds.
  public init?(rfc3339 text: Span<UInt8>) {
    var reader = RFC3339Reader(position: 0)
    guard let instant = reader.read(text) else { return nil }
    self = instant
  }

  /// Parses RFC 3339; see ``init(rfc3339:)-(Span<UInt8>)``.
  public init?(rfc3339 text: String) {
    let bytes = Array(text.utf8)
    self.init(rfc3339: bytes.span)
  }
}

/// Parses one text in a single pass.
private struct RFC3339Reader {
  var position: Int

  mutating func read(_ text: Span<UInt8>) -> Timestamp? {
    // The shortest is "2026-11-21T09:30:00Z", the longest has nine digits of a fraction and an offset.
    guard (20...35).contains(text.count),
      let year = number(4, in: text), skip("-", in: text),
      let month = number(2, in: text), skip("-", in: text),
      let day = number(2, in: text), skip("T", or: "t", in: text),
      let date = CivilDate(year: year, month: month, day: day),
      let hour = number(2, in: text), hour <= 23, skip(":", in: text),
      let minute = number(2, in: text), minute <= 59, skip(":", in: text),
      let second = number(2, in: text), second <= 60,
      let fraction = fraction(in: text), let offset = offset(in: text), position == text.count
    else { return nil }
    let minutes = date.daysSince1970 * 1_440 + hour * 60 + minute - offset
    guard second < 60 else { return leapSecond(ofMinute: minutes) }
    return Timestamp(milliseconds: Int64(minutes * 60_000 + second * 1_000 + fraction))
  }

  private func leapSecond(ofMinute minutes: Int) -> Timestamp? {
    guard (minutes + 1) % 1_440 == 0 else { return nil }
    return Timestamp(milliseconds: Int64(minutes * 60_000 + 59_999))
  }

  private mutating func number(_ digits: Int, in text: Span<UInt8>) -> Int? {
    guard position + digits <= text.count else { return nil }
    var value = 0
    for index in position..<position + digits {
      guard let digit = digit(text[index]) else { return nil }
      value = value * 10 + digit
    }
    position += digits
    return value
  }

  /// Milliseconds after the whole second; 0 without a fraction, `nil` when it is not one.
  private mutating func fraction(in text: Span<UInt8>) -> Int? {
    guard skip(".", in: text) else { return 0 }
    var milliseconds = 0
    var digits = 0
    while position < text.count, let digit = digit(text[position]) {
      if digits < 3 { milliseconds = milliseconds * 10 + digit }
      digits += 1
      position += 1
    }
    switch digits {
    case 1: return milliseconds * 100
    case 2: return milliseconds * 10
    case 3...9: return milliseconds
    default: return nil
    }
  }

  /// Minutes east of UTC.
  private mutating func offset(in text: Span<UInt8>) -> Int? {
    if skip("Z", or: "z", in: text) { return 0 }
    let isWest = skip("-", in: text)
    guard isWest || skip("+", in: text),
      let hours = number(2, in: text), hours <= 23, skip(":", in: text),
      let minutes = number(2, in: text), minutes <= 59
    else { return nil }
    return (isWest ? -1 : 1) * (hours * 60 + minutes)
  }

  private mutating func skip(_ one: Unicode.Scalar, or other: Unicode.Scalar? = nil, in text: Span<UInt8>)
    -> Bool
  {
    guard position < text.count else { return false }
    let scalar = Unicode.Scalar(text[position])
    guard scalar == one || scalar == other else { return false }
    position += 1
    return true
  }

  private func digit(_ byte: UInt8) -> Int? {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? Int(byte &- UInt8(ascii: "0")) : nil
  }
}
