public import Rollcall

extension Words {
  /// A length of time in its two largest useful units: `40 s`, `12 min`, `1 h 08`, `3 days`.
  ///
  /// Rounded down; negative lengths, which clock steps can make, are `0 s`.
  public static func duration(_ length: Milliseconds) -> String {
    let seconds = max(0, length) / 1_000
    switch seconds {
    case ..<60: return "\(seconds) s"
    case ..<3_600: return "\(seconds / 60) min"
    case ..<172_800: return "\(seconds / 3_600) h \(twoDigits(seconds / 60 % 60))"
    default: return "\(grouped(seconds / 86_400)) days"
    }
  }

  /// How long ago: `2 s ago`; `never` without an instant.
  public static func age(of instant: Timestamp?, now: Timestamp) -> String {
    guard let instant else { return "never" }
    return duration(now.since(instant)) + " ago"
  }

  /// How much later `received` was than `recorded`: `0.4 s`, `2.0 s`, then as `duration`.
  public static func delay(recorded: Timestamp, received: Timestamp) -> String {
    let length = max(0, received.since(recorded))
    guard length < 10_000 else { return duration(length) }
    return "\(decimal(Double(length) / 1_000, places: 1)) s"
  }
}
