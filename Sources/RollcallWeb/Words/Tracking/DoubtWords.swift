import Rollcall

extension Words {
  enum Doubts {
    static let title = Lists.suspiciousPositions
    static let (who, day, score, reason) = ("Who", "Day", "Score of the day", "Reason")
    static let (evidence, positions, state) = ("Strongest evidence", "Positions", "State")
    static func changed(_ count: Int) -> String {
      "\(Words.count(count, "position was", "positions were")) changed."
    }
    static let noneInRange = "No position in this range is suspicious."
    static let byReason = "Positions in this range, by reason."
    static let anyReason = "Any reason"
    static let anyState = "Any state"
    static func everything(_ positions: String) -> String {
      "Everything that matches, on every page: \(positions)"
    }
    static func sure(_ positions: Int, people: Int) -> String {
      "This decides about \(Words.count(positions, "position", "positions")) of \(Words.count(people, "person", "people")): everything that matches the filter, on every page."
    }
    static func decide(_ state: DoubtState) -> String {
      switch state {
      case .open: "Yes, open all of them again"
      case .confirmed: "Yes, confirm all of them: the positions are false"
      case .cleared: "Yes, dismiss all of them: they are correct"
      }
    }
    static let networksChecked = """
      Networks are checked against the server's GeoIP files. An address abroad or a relay \
      proves nothing: phones that roam, and companies' own networks, look the same.
      """
    static let networksUnchecked = """
      Networks are not checked: the server was started without --geoip. The other reasons do not \
      need it.
      """
    static let unchanged = "Nothing was changed: it had been decided like this before."
    static let noMatch = "No suspicious positions match this filter."
    static let none = "No position of the last 24 hours is suspicious."
    static let noneAdvice = "Choose earlier days above to look further back."
    static let chooseDecision = "Choose what is decided: confirm, dismiss, or open again."
    static func noteTooLong(_ doubtNoteLimit: Int) -> String {
      "The note is too long: \(NameLimits.words(upTo: doubtNoteLimit))."
    }
    static let nothingChosen = "Nothing was chosen: tick what the decision is about."
    static let noSuchState = "There is no such state."
    static func tooManyDays(_ mostDays: Int) -> String {
      "At most \(mostDays) days are shown at once; the report has all."
    }
    /// `mock reported: confirmed` for the file's `mock:confirmed`.
    static func review(_ decided: String) -> String {
      let parts = decided.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2, let state = DoubtState.allCases.first(where: { $0.word == parts[1] }) else {
        return decided
      }
      return "\(FlagMark(parts[0]).label): \(StatePill.doubt(state).word.lowercased())"
    }
    static let scoreToday = "Score today"
    static let confirmedFalse = "Confirmed false"
  }
}
