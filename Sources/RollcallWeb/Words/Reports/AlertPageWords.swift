import Rollcall

extension Words {
  enum Alerts {
    static func title(_ id: Int64) -> String { "Alert \(id)" }
    static let thisServer = "this server"
    static func responder(_ id: Responder.ID) -> String { "Responder \(id.rawValue)" }
    static let none = "No alert is open."
    static let noOther = "No other alert is open."
    static let noneOfTime = "No alert of this time is still open."
    static let showAll = "Show all"
    /// Open alerts that a filter of time leaves out.
    static func later(_ count: Int) -> String {
      count == 1
        ? "One open alert began after this time, and is not shown."
        : "\(grouped(count)) open alerts began after this time, and are not shown."
    }
    static let closedLately = "Closed in the last 7 days"
    /// `Open at some time of Fri 20 Nov, and closed`
    static func closed(of span: String) -> String { "Open at some time of \(span), and closed" }
    static let noneAdvice = "The board tells how everybody is."
    static let notKnownYet = "What is wrong now may not be known yet."
    static func snoozed(_ count: Int) -> String { "\(grouped(count)) snoozed" }
    static func wait(until: String) -> String { "Alerts may wait until \(until)." }
    static func away(_ from: String, _ to: String) -> String {
      // The length of a brief restart is not worth showing.
      let away = from == to ? "for a moment at \(to)" : "from \(from) to \(to)"
      return "Rollcall itself was away \(away): whoever decides one is given time to be heard again."
    }
    static func noteTooLong(_ limit: Int) -> String { "At most \(limit) characters." }
    static let chooseSnooze = "Choose for how long it is snoozed."
    static let nothingDone = "Nothing was done. This is how it stands now."
    static func did(_ kind: AlertAct.Kind, until: String?) -> String {
      switch kind {
      case .acknowledge: "Acknowledged"
      case .takeBack: "Took the acknowledgement back"
      case .snooze: "Snoozed it until \(until ?? "it closes")"
      case .wake: "Ended the snooze"
      }
    }
    /// ` between 03:10:04 and 03:11:40, 9 of 14 still silent by now`; `silent` is `nil` when it is over.
    static func mass(from: String, to: String, silent: Int?, of people: Int) -> String {
      let when = from == to ? "at \(from)" : "between \(from) and \(to)"
      return " \(when)" + (silent.map { ", \($0) of \(people) still silent by now" } ?? "")
    }
    static func people(_ names: [String], more: Int) -> String {
      names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
    static let nextStep = "not before the next alert, which goes on with them"
    static let notYet = "not yet"
    static func noteHint(_ noteLimit: Int) -> String {
      "At most \(noteLimit) characters; everybody who sees the alert reads it."
    }
    static let acknowledgeAgain = "Acknowledge again"
    static let snoozeAnew = "Snooze it anew"
    static let untilCloses = "Until it closes"
  }
}

extension Words {
  enum AlertNotices {
    static func assignment(_ incident: Incident.ID?) -> String {
      incident.map { "Has \(Words.incident($0))" } ?? "Has no incident"
    }
    static func acknowledgedIt(_ first: String) -> String {
      " · \(first) acknowledged it"
    }
    static func isUnassigned(_ subject: String) -> String {
      "\(subject) is unassigned"
    }
    static func isOffline(_ subject: String) -> String {
      "\(subject) is offline"
    }
    static func comesGoes(_ subject: String) -> String {
      "\(subject) comes and goes"
    }
    static func doesNotShow(_ subject: String) -> String {
      "\(subject) should be on duty and was not heard"
    }
    static func peopleDoNotShow(_ count: String) -> String {
      "\(count) people should be on duty and were not heard"
    }
    static func nobodyReplaces(_ subject: String) -> String {
      "\(subject): no replacement found"
    }
    static func incidentsWithoutReplacement(_ count: String) -> String {
      "\(count) incidents found no replacement"
    }
    static func incidentsUnassigned(_ count: String) -> String {
      "\(count) incidents are unassigned"
    }
    static func peopleIncidentOffline(_ count: String) -> String {
      "\(count) people who have an incident are offline"
    }
    static func peopleOffline(_ count: String) -> String {
      "\(count) people are offline"
    }
    static func peopleComeGo(_ count: String) -> String {
      "\(count) people come and go"
    }
    static let highOfflineRate = "High offline rate"
    static func noOneReachable(_ region: String) -> String {
      "No one reachable in \(region)"
    }
    static func massOutage(_ scope: String) -> String {
      "Mass outage: \(scope)"
    }
    static func first(_ since: String) -> String {
      "the first \(since)"
    }
  }
}
