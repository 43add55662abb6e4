import Rollcall

extension Words {
  /// A length of time in words: `40 s`, `12 min`, `1 h 08`, `3 days`.
  static func duration(_ length: Milliseconds) -> String { length.lengthWords }

  /// How long ago: `2 s ago`; `never` without an instant.
  static func age(of instant: Timestamp?, now: Timestamp) -> String {
    guard let instant else { return "never" }
    return duration(now.since(instant)) + " ago"
  }

  /// How much later `received` was than `recorded`: `0.4 s`, `2.0 s`, then as `duration`.
  static func delay(recorded: Timestamp, received: Timestamp) -> String {
    let length = max(0, received.since(recorded))
    guard length < 10_000 else { return duration(length) }
    return "\(decimal(Double(length) / 1_000, places: 1)) s"
  }
}
