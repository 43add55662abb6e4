import Rollcall

extension Words {
  enum Profiles {
    static let noneYet = "No profiles yet."
    static let noneAdvice = "Add the first one below; the others begin as copies of it."
    static let newName = "Name"
    static let newNameHint = "1 to 40 characters. It stays: people and lists that are imported name it."
    static let copyOf = "Copy of"
    static let chooseOriginal = "Choose a profile."
    static func title(_ name: String) -> String { "Profile \(name)" }
    static func people(_ people: Int) -> String {
      Words.count(people, "person reports by it.", "people report by it.")
    }
    static let holdsForAll = "It holds for everybody who reports by it."

    static func label(of state: DutyState) -> String {
      switch state {
      case .offDuty: "“Off duty” is called"
      case .onDuty: "“On duty” is called"
      case .onMission: "“On mission” is called"
      }
    }
    static let queueLimit = "A phone keeps at most"
    static let queueLimitHint = "Empty: all of them."
    static let sendingOrder = "A phone sends unsent reports"
    static let orders = [("fifo", "oldest first"), ("newest_first", "newest first")]
    static let anyOrder = "as it chooses"
    static func mayBeOffered(_ kind: IncidentKind) -> String { "May be offered \(kind.plural)" }
    static let document = "The document"

    static func rule(_ index: Int, _ name: String) -> String {
      "Rule \(index + 1)" + (name.utf8.isEmpty ? "" : ": \(name)")
    }
    static let everythingElse = "for everything else"
    static let duties = DutyState.allCases.map { ($0.rawValue, capitalized(duty($0))) }
    static let appStates = [("foreground", "In the foreground"), ("background", "In the background")]
    static let powerModes = [("normal", "Normal"), ("low_power", "Low power")]
    static let batteryBelow = "Battery below"
    static let fasterThan = "Faster than"
    static let from = "From (22:00)"
    static let until = "Until (06:00)"
    static let reportEvery = "Report every"
    static let andAfter = "And after"
    static let limitedAfter = "Limited after"
    static let offlineAfter = "Offline after"

    static func changing(_ changing: Int, status: Int, of people: Int) -> String {
      let all = Words.count(people, "person", "people")
      guard changing > 0 else { return "Nobody of \(all) would change rule, thresholds or status now." }
      return """
        \(grouped(changing)) of \(all) would change rule or thresholds now, \(grouped(status)) of them \
        their status.
        """
    }
    static func more(_ many: Int) -> String { "… and \(grouped(many)) more." }
  }
}

// Problems of the form and of the document.
extension Words.Profiles {
  static let wrongQueueLimit = "A whole number from 1 to 1,000,000, or nothing."
  static let noRule = "A profile needs at least one rule."
  static let lastRuleConditions = "The last rule is for everything else: take its conditions away."
  static let bothTimes = "Both times, or neither."
  static let wrongTimeOfDay = "A time of day from 00:00 to 23:59."
  static func limitedTooEarly(interval: Double) -> String {
    "More than the interval of \(Words.exactly(seconds: interval))."
  }
  static func offlineTooEarly(limited: Double) -> String {
    "More than \(Words.exactly(seconds: limited)), when “limited” begins."
  }
  static func wrongNumber(from: Double?, above: Double?, to most: Double) -> String {
    let lowest = above.map { "above \(Words.number($0))" } ?? "from \(Words.number(from ?? 0))"
    return "A number \(lowest) to \(Words.grouped(Int64(most)))."
  }

  static func notAProfile(_ error: any Error) -> String { "This is no profile: \(problem(error))." }
  static func unknownMember(_ name: String) -> String {
    "A profile has no member \(name)\(NearestWord.hint(name, among: Profile.members))."
  }
  static func nameStays(_ name: String) -> String {
    "The name stays \(name). Under Settings → Profiles a copy of it gets another name."
  }

  private static func problem(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context): "\(key.stringValue) is missing\(place(context))"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "a value is of the wrong type\(place(context))"
    case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
      "a value is not one of those that are possible\(place(context))"
    default: "it is not JSON"
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map { "number \($0 + 1)" } ?? $0.stringValue }
    return path.isEmpty ? "" : " in " + path.joined(separator: ", ")
  }
}
