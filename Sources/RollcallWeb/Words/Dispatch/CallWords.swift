import Rollcall
import RollcallStore

extension Words {
  enum Calls {
    static let person = "Whom you called"
    static let choose = "Choose"
    static let result = "What came of it"
    static let note = "Note"
    static let noPerson = "Choose whom you called."
    static let noResult = "Choose what came of it."
    static let sure = "Take it from them"
    static let sureNeeded = "They have the incident: confirm that it is taken from them."
    static let noteTooLong = "A note is \(NameLimits.words(upTo: 500))."

    static func of(_ result: IncidentCall.Result) -> String {
      switch result {
      case .reached: "Reached"
      case .notReached: "Not reached"
      case .accepts: "Accepts the incident"
      case .declines: "Declines"
      }
    }
  }
}
