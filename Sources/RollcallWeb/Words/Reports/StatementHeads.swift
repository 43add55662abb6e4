extension Words.Statement {
  /// The heads of the tables, and of the rows of the table of numbers.
  enum Heads {
    static let numbers = ["What", "Length", "Share of the observed duty"]
    static let silences = ["Last contact", "Next contact", "Length", "Worst", "Cause", "Evidence"]
    static let statuses = ["Since", "Before", "Status", "Rule"]
    static let absences = ["From", "To", "Length"]
    static let late = ["Taken from", "Taken to", "Positions", "Arrived from", "Arrived to"]
    static let gaps = ["From", "To", "Length", "Filled later"]
    static let doubts = ["Reason", "Positions", "First taken", "Last taken"]
    static let decisions = ["When", "By", "Reason", "Decision", "Positions", "Note"]
    static let looks = ["When", "Who", "What", "Of", "Audit entry"]
    static let duty = ["When", "State"]
    static let contacts = ["Received", "New positions", "Already known"]
    static let offers = ["To", "Made", "Sent", "On the phone", "Seen", "Answered", "Answer"]
    static let assignments = ["Who", "Since", "By", "On the way", "Arrived", "Ended"]
    static let log = ["When", "What", "Whom", "By", "Detail"]
    static let people = [
      "Who", "On duty", "In contact", "Silent", "Out of reach", "Shown online", "Shown offline",
      "Not observed",
    ]
    static let numbersRows = [
      "Span", "On duty", "Not observed (Rollcall was away)", "In contact", "Silent",
      "– beyond the first limit (limited)", "– beyond the second limit (offline)", "Shown online",
      "Shown limited", "Shown offline", "Shown unknown",
    ]
  }
}
