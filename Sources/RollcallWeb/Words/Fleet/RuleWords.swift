import Rollcall

/// The words of rules.
enum RuleWords {
  /// `60 s`, `15 min`; `not timed`.
  static func interval(_ rule: ProfileRule) -> String {
    rule.interval.map { Words.exactly(seconds: $0) } ?? "not timed"
  }

  /// `limited after 90 s, offline after 3 min`; `not timed`.
  static func thresholds(_ thresholds: Thresholds?) -> String {
    guard let thresholds else { return "not timed" }
    let (limited, offline) = (Words.exactly(thresholds.degraded), Words.exactly(thresholds.offline))
    return "limited after \(limited), offline after \(offline)"
  }

  /// The conditions: `on mission and low power mode`; `always` without any.
  static func conditions(_ when: ProfileRule.Condition?) -> String {
    guard let when else { return "always" }
    var parts: [String] = []
    if let duty = when.duty { parts.append(DutyState(rawValue: duty).map(Words.duty) ?? duty) }
    if let level = when.batteryBelow { parts.append("battery below \(Words.share(level))") }
    if let speed = when.speedAbove { parts.append("faster than \(Words.speed(speed))") }
    if let state = when.appState { parts.append("app in the \(state)") }
    if let mode = when.powerMode {
      parts.append(mode == "low_power" ? "low power mode" : "\(mode) power mode")
    }
    if let between = when.between, between.count == 2 {
      parts.append("between \(between[0]) and \(between[1])")
    }
    return parts.isEmpty ? "always" : parts.joined(separator: " and ")
  }
}
