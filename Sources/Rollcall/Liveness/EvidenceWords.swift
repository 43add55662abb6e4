/// Numbers in evidence.
enum EvidenceWords {
  /// Whole units, rounded down: `90 s`, `24 min`, `2 h 5 min`, `3 d 4 h`.
  static func duration(_ length: Milliseconds) -> String {
    let seconds = max(length, 0) / 1_000
    let (minutes, hours) = (seconds / 60, seconds / 3_600)
    switch seconds {
    case ..<120: return "\(seconds) s"
    case ..<7_200: return "\(minutes) min"
    case ..<172_800: return joined("\(hours) h", minutes % 60, "min")
    default: return joined("\(hours / 24) d", hours % 24, "h")
    }
  }

  /// A part of one: `38 %`.
  static func percent(_ part: Double) -> String {
    guard (0...1).contains(part) else { return "unknown" }
    return "\(Int((part * 100).rounded())) %"
  }

  /// `1 fix was`, `38 fixes were`.
  static func count(_ number: some BinaryInteger, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }

  private static func joined(_ large: String, _ small: Int64, _ unit: String) -> String {
    small == 0 ? large : "\(large) \(small) \(unit)"
  }
}
