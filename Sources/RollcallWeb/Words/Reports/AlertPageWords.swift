extension Words {
  enum Alerts {
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
