import Rollcall

extension Words {
  enum Silences {
    static let trackComplete = "track complete"
    static func missing(_ length: Milliseconds) -> String { "\(duration(length)) missing" }
  }
}

extension Words {
  /// The cause of a silence for people; words that are not known are shown as they are.
  static func cause(_ word: String, isOpen: Bool = false) -> String {
    isOpen && word == "unknown" ? "Not known yet" : causes[word] ?? plain(word)
  }

  /// The cause of a silence in progress, within a sentence: `location not allowed`.
  static func openCause(_ cause: Cause) -> String {
    switch cause {
    case .unknown: "cause not known yet"
    case .appKilled: "app killed in background"
    case .sessionRevoked: "signed out here"
    default: Words.cause(cause.rawValue).lowercased()
    }
  }

  /// Short enough for a lane: `app killed`.
  static func shortCause(_ word: String) -> String {
    switch word {
    case "session_revoked": "signed out"
    case "permission_revoked": "not allowed"
    case "app_killed": "app killed"
    case "unknown": "not known"
    default: plain(word)
    }
  }

  private static let causes = [
    "not_observed": "Not observed", "session_revoked": "Signed out here",
    "session_expired": "Session expired",
    "permission_revoked": "Location not allowed", "location_off": "Location services off",
    "battery_empty": "Battery empty", "power_saving": "Power saving", "no_network": "No network",
    "app_killed": "App killed in background", "unknown": "Not known",
  ]
}

extension Words {
  enum Timeline {
    static func passage(_ place: String, isEntry: Bool, at time: String) -> String {
      "\(isEntry ? "came to" : "left") \(place) \(time)"
    }
    static func span(_ full: String, _ end: String) -> String {
      "From \(full) until \(end)"
    }
    static func future(_ span: String) -> String {
      "\(span): that time has not come."
    }
    static func notWatched(_ span: String) -> String {
      "\(span): not monitored."
    }
    static func reachable(_ span: String, _ share: Int, _ silences: String) -> String {
      "\(span): reachable \(share) % of the time monitored, \(silences). The tables below tell each."
    }
    static func lastHours(_ hours: Int64) -> String {
      "Last \(hours) hours"
    }
    static func lastDays(_ hours: Int64) -> String {
      "Last \(hours) days"
    }
    static let rollcallAway = "Rollcall was away"
    static let onHold = "on hold"
    static let keptHold = "kept on hold"
  }
}
