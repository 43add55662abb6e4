import Rollcall
import RollcallStore

extension Words {
  /// What a participant lacks: `has not started`, `nothing heard since 11:48`.
  static func missing(_ missing: EventParticipant.Missing, _ clock: PageClock) -> String {
    switch missing {
    case .start: "has not started"
    case .contact(let since): "nothing heard since \(clock.time(since).text)"
    case .position(let since): "no position since \(clock.time(since).text)"
    case .path(let gaps, let length):
      "\(count(gaps, "gap", "gaps")) of \(duration(length)) in their path"
    case .numbers(let missing):
      "\(count(missing, "numbered position has", "numbered positions have")) not come"
    }
  }
}

extension Words {
  enum Events {
    static func drawing(_ ways: Int) -> String {
      "The ways of \(ways) participants, with where each was last"
    }
    static let slugFormat = "1 to 40 of a–z, 0–9 and -, neither first nor last a -."
    static let timeFormat = "A day with its time, such as 2026-11-21 09:00."
    static let endsAfterBegins = "It must end after it begins."
    static func firstRows(_ rowLimit: Int, _ people: String) -> String {
      "The first \(rowLimit) of \(people); the files have all."
    }
    static let nobodyTakesPartYet = "Nobody takes part yet."
    static let makeOne = "Make one below."
    static let addParticipants = "Add them under Participants on this page."
    static let othersAdd = "Whoever manages people adds participants."
    static let notHeardAnyMore = "Not heard any more"
    static let heardWithoutPosition = "Heard, without a position"
    static let notStarted = "Not started"
    static let gapsPath = "Gaps in their path"
    static let numberedPositionsNotCome = "Numbered positions have not come"
    static func everybodyElse(_ profile: String, _ own: Int) -> String {
      "Add everybody with the profile \(profile) (\(own))"
    }
    static let joinHint = "Phones of participants may send to this event."
    static let leaveHint = "What they sent stays, and comes back into view when they take part again."
    static let underWay = "Under way"
    static let toCome = "To come"
    static let noEventsYet = "No events yet."
    static let noneOfTime = "No event went on in this time."
    static let otherTime = "Choose another time, or look at all of them."
    static let about = """
      An event has participants; its page shows who has started, where they are, and what is \
      missing.
      """
    static let shortName = "Short name"
    static let slugHint = "In addresses: a–z, 0–9 and -. Phones send to it."
    static let fromHint = "By the clocks of the workspace. Empty: with the first activity."
    static let toHint = "Empty: it is open."
    static let slugStays = "The short name of an event stays: phones send to it."
  }
}
