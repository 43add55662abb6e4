extension Words {
  enum Reach {
    static let lastHours = "the last 2 h"
    static let watchOfDay = "the watch of this day"
    static let endOfDay = "the end of the day"
    static let watchOfTime = "the watch of this time"
    static let endOfTime = "the end of this time"
    static func longest(_ count: Int, _ length: String) -> String { "\(count), the longest \(length)" }
    static func none(in name: String, isWatched: Bool) -> String {
      isWatched ? "not observed in \(name)" : "not monitored in \(name)"
    }
    static func always(in name: String) -> String { "reachable whenever monitored in \(name)" }
    /// `reachable 83 % of the last 2 h; silent 11:02 – 11:09 and 2 times before`.
    static func silent(_ shown: [String], earlier: Int, _ share: Int, of name: String) -> String {
      let more =
        earlier == 0 ? "" : " and \(earlier == 1 ? "once" : "\(grouped(earlier)) times") before"
      return "reachable \(share) % of \(name); silent \(shown.joined(separator: ", "))\(more)"
    }
  }
}

extension Words {
  enum Lanes {
    static func everybodyOn(_ isoDay: String) -> String {
      "everybody on \(isoDay)"
    }
    /// The same of another time than a day.
    static func everybody(from: String, to: String) -> String { "everybody from \(from) to \(to)" }
    static let byRegion = "By region"
    static let mostSilentFirst = "Most silent first"
    static let byName = "By name"
    static let leastReachableFirst = "Least reachable first"
    static let longestWatchFirst = "Longest monitored first"
    static let (person, reachable, watched, silences) = ("Person", "Reachable", "Monitored", "Silences")
    static func crowd(_ most: Int, _ worst: String) -> String {
      "At most \(most) monitored at a time. \(worst)"
    }
    static let partlyKept = "Of that time not everything is kept."
    static func keptSince(_ logFrom: String) -> String {
      "Statuses are kept since \(logFrom)."
    }
    static let future = "That time has not come."
    static let futureAdvice = "Choose one that has begun."
    static let beyond = "The list ends before this page."
    static let beyondAdvice = "Go back to the first page."
    static let noMatch = "Nobody of these was monitored."
    static let noMatchAdvice = "Choose another region or profile."
    static let nobody = "Nobody was monitored."
    static let nobodyAdvice = "Choose another time."
    /// `At 03:10, 22 of 40 monitored were silent (55 %), 18 of them out of reach.`
    static func silent(_ count: LaneCensus.Count, _ share: String, at time: String) -> String {
      let were = count.silent == 1 ? "was" : "were"
      let red = count.red == 0 ? "" : ", \(count.red) of them out of reach"
      return "At \(time), \(count.silent) of \(count.watched) monitored \(were) silent (\(share))\(red)."
    }
  }
}
