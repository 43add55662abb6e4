extension Words {
  /// The page on which an auditor begins.
  enum Find {
    static let title = "Find"
    static let wrongIncident = "“Incident” is a number such as INC-7."
    static let noSuchIncident = "There is no such incident."
    static let wrongHours = "“From” and “To” are days, with or without a time, “From” the earlier one."
    static let needsHours = "Choose from when to when."
    static let who = "Who"
    static let anybody = "Everybody on duty"
    static let pastBoard = "Board of an earlier moment"
    static let pastMap = "Map of an earlier moment"
    static let back = "Back to Find"
  }

  /// Who looked at a person.
  enum Looks {
    static let title = "Who looked"
    static func titled(_ name: String) -> String { "Who looked at \(name)" }
    static func sum(_ own: Int, _ lists: Int) -> String { Statement.looks(own, lists) }
    static let none = "Nobody looked at their data in this time."
    static let noneAdvice = "Choose other hours above. The audit keeps every look."
    static func more(_ most: Int) -> String {
      "Only the last \(Words.grouped(most)) are shown: choose fewer hours."
    }
    static let person = "them alone"
    static let list = "a list that could show them"
  }

  /// Whether a file is one that was taken out here.
  enum Verify {
    static let title = "Verify"
    static func same(_ what: String, _ who: String, _ when: String) -> String {
      "This is \(what), whole and unaltered, as \(who) took it out on \(when)."
    }
    static func statement(_ what: String, _ who: String, _ when: String) -> String {
      "This is the list of check sums (SHA256SUMS) of the statement about \(what) that \(who) made on \(when): files that agree with it are unaltered."
    }
    static func brokenOff(_ what: String) -> String {
      "This is the beginning of \(what): its download was broken off, so it is not whole."
    }
    static let notProven =
      "A file with this hash is listed, but the audit does not say so: the database was changed, and this proves nothing."
    static let unknown =
      "No file that was taken out of this workspace is this one: it was altered or cut, or never came from here."
    static let wrong = "A SHA-256 has 64 hexadecimal digits."
    static func entry(_ number: String) -> String { "Audit entry \(number)" }
    static func quoted(_ title: String) -> String { "the file “\(title)”" }
  }
}
