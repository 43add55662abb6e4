import Rollcall

extension Words {
  enum DispatchRules {
    static func answer(_ severity: Incident.Severity) -> String {
      "Answer, \(StatePill.severity(severity).word)"
    }
    static let offlineFor = "Offline for"
    static let extraOffers = "Extra offers"
    static let byText = "Offers also go out by text message"
    /// What the fields are called in a list of problems.
    static let names = ["grace": "Grace", "hearing": "Hears of an offer", "extras": extraOffers]

    /// The settings in one line: `Answers within 30 s · grace 1 min for an assignee who is offline`.
    static func summary(_ settings: DispatchSettings) -> String {
      let grace = settings.grace == 0 ? "no grace" : "grace \(exactly(settings.grace))"
      return "Answers within \(answerTimes(settings)) · \(grace) for an assignee who is offline"
    }
  }

  /// `30 s`, or, if they differ, `20 s (critical), 30 s (high), 30 s (normal), 2 min (low)`.
  static func answerTimes(_ settings: DispatchSettings) -> String {
    let times = Incident.Severity.allCases.reversed().map { ($0, settings.answerTime($0)) }
    guard let first = times.first, times.contains(where: { $0.1 != first.1 }) else {
      return exactly(settings.answerTime(.normal))
    }
    return times.map { "\(exactly($0.1)) (\($0.0.rawValue))" }.joined(separator: ", ")
  }
}
