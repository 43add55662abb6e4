import Rollcall

extension Words {
  /// A length of time in words: `40 s`, `12 min`, `1 h 8 min`, `3 days`.
  static func duration(_ length: Milliseconds) -> String { length.lengthWords }

  /// A length that is a setting, exactly: `60 s`, `45 min`, `22 min 30 s`, `2 h 5 min`, `7.5 s`.
  static func exactly(seconds: Double) -> String {
    guard seconds >= 120, let whole = Int64(exactly: seconds) else { return "\(number(seconds)) s" }
    let parts = [(whole / 3_600, "h"), (whole / 60 % 60, "min"), (whole % 60, "s")]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }

  static func exactly(_ length: Milliseconds) -> String { exactly(seconds: Double(length) / 1_000) }

  /// How long there still is, never more than that: `1 s` at least, `119 s`, then whole minutes: `9 min`.
  static func remaining(_ length: Milliseconds) -> String {
    length < 120_000 ? exactly(max(1, length / 1_000) * 1_000) : duration(length)
  }

  /// How long ago: `2 s ago`; `never` without an instant.
  static func age(of instant: Timestamp?, now: Timestamp) -> String {
    guard let instant else { return "never" }
    return duration(now.since(instant)) + " ago"
  }

  /// How much later `received` was than `recorded`: `0.4 s`, `2.0 s`, then as `duration`.
  static func delay(recorded: Timestamp, received: Timestamp) -> String {
    let length = max(0, received.since(recorded))
    guard length < 10_000 else { return duration(length) }
    return tenths(of: length)
  }

  /// Seconds to a tenth: `4.2 s`; `—` for none.
  static func tenths(of length: Milliseconds?) -> String {
    length.map { "\(decimal(Double($0) / 1_000, places: 1)) s" } ?? none
  }
}
