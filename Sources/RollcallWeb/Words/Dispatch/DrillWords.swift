import Rollcall

extension Words {
  enum Drills {
    static let noAnswer = "No answer"
    static let notAsked = "Not asked"
    static let medianAnswer = "Median answer"
    static func latest(_ limit: Int) -> String {
      "The latest \(limit); older ones can be opened by their address."
    }
    static let none = "No drills yet."
    static let about =
      "A drill asks everybody on duty as an incident would, and shows who can really be reached."
    static let newDrill = "New drill"
    static let everybodyDuty = "Everybody on duty"
    static let readinessDrill = "Readiness drill"
    static let titleHint = "The phones show it after the word Drill."
    static let whoIsAsked = "Who is asked"
    static let timeAnswer = "Time to answer"
    static func wouldAsk(_ number: String, _ others: String) -> String {
      "\(number) of \(others) on duty would be asked now."
    }
    static func others(_ others: String) -> String {
      "Who would not be, and why (\(others))"
    }
    static func more(_ shown: String) -> String {
      "And \(shown) more: the drill's page has them all."
    }
    static func titleFormat(_ titleLimit: Int) -> String {
      "A title is one line of \(NameLimits.words(1...titleLimit))."
    }
    static let answerFormat = "The time to answer is 30 to 600 seconds."
  }
}
