import Rollcall

extension Words {
  /// `on duty`.
  static func duty(_ state: DutyState) -> String { plain(state.rawValue) }
}

extension Words {
  enum Board {
    static let nobodyOnDuty = "Nobody is on duty"
    static let nobodyReachable = "Nobody can be reached for sure"
    static func noneOnline(of people: Int, _ details: String) -> String {
      "0 of \(grouped(people)) on duty are online · \(details)"
    }
    static func unreachable(_ count: Int, of people: Int) -> String {
      "\(grouped(count)) of \(grouped(people)) cannot be reached"
    }
    static func inDoubt(_ count: Int, of people: Int) -> String {
      "\(grouped(count)) of \(grouped(people)) limited"
    }
    static let nobodyReported = "Nobody has reported yet"
    static let allReachable = "Everybody heard from can be reached"

    static let anyDuty = "Any duty"
    static let duties = [DutyState.onDuty, .onMission, .offDuty].map { ($0.rawValue, capitalized(duty($0))) }
    static let latestFix = "Latest fix"
    static let reachable = "Reachable, last 2 h"
    static func within(_ length: Milliseconds) -> String { "within \(duration(length))" }

    static let stale = "This board is not up to date."
    static func staleSince(_ age: String) -> String { "The server's data is from \(age)." }
    static let noMatch = "Nobody matches this filter."
    static let noMatchAdvice = "Widen it, or look at everybody."
    static let noneAdvice =
      "Add people, connect their phones, and they appear here."
  }
}
