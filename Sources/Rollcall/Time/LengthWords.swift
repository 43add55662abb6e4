extension Milliseconds {
  /// A duration in its two largest useful units, rounded down: `40 s`, `12 min`, `1 h 08`, `3 days`.
  ///
  /// Negative durations, which clock steps can make, are `0 s`.
  public var lengthWords: String {
    let seconds = Swift.max(0, self) / 1_000
    switch seconds {
    case ..<60: return "\(seconds) s"
    case ..<3_600: return "\(seconds / 60) min"
    case ..<172_800:
      let minutes = seconds / 60 % 60
      return "\(seconds / 3_600) h \(minutes < 10 ? "0" : "")\(minutes)"
    default: return "\(seconds / 86_400) days"
    }
  }
}
