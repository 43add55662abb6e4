extension Words {
  enum Settings {
    static let foreignForm = "The form was not sent by a page of this login"
    static let nothingSavedYet = "Nothing is saved yet."
    static let otherThanPreviewed = "This is not what was previewed. Here is the preview of it."
    static let holdsAtOnce = "It holds for everybody at once."
    static func aboutWorkspace(_ workspace: String, _ timeZone: String, _ retentionDays: Int) -> String {
      "\(workspace) · \(timeZone) · positions are kept for \(retentionDays) days"
    }
    static let noneYet = "None yet"
    static let rollout = "Gradual rollout"
    static let allFlagsOn = "All are on for everybody"
    static let aboutOutlets = "Places to be visited, and how near one must be"
    static let aboutAddresses = "Streets and numbers that the field Where finds."
    static let aboutRegions = "By which alerts and availability are counted, on the map"
    static let aboutTemplates = "What kinds of incident usually need"
    static let aboutEscalation = "Who is told next while nobody acknowledges an alert"
    static let aboutChannels = "Who is told of alerts outside of the console, and what became of it"
    static let aboutMembers = "Who may log in, their roles, invitations"
    static let apiKeys = "API keys"
    static let aboutKeys = "For scripts: each with a role, shown once"
    static let aboutScreens = "Links that show the board on a wall"
    static let onFor = "On for"
    static let ofPeople = "% of people"
    static func nowOnForOf(_ on: String, _ total: String) -> String {
      "Now on for \(on) of \(total)."
    }
    static let adaptiveIntervalsTitle = "Intervals by rule"
    static let adaptiveIntervals =
      "The interval follows the profile's rules: duty, motion, battery, time of day."
    static let adaptiveIntervalsOff = "the profile's last rule is in force whatever the conditions."
    static let serverThresholdsTitle = "Thresholds of this workspace"
    static let serverThresholds =
      "Limited and offline after the times that this workspace's profiles say."
    static let serverThresholdsOff = "the thresholds of the profile's original document are in force."
    static let nativeFallbackTitle = "Native location code"
    static let nativeFallback =
      "The app may fall back on its own native location code where the platform's is not enough."
    static let nativeFallbackOff = "the app uses the platform's own location API only."
  }
}

extension Words {
  enum Skills {
    static func hint(_ limit: Int) -> String {
      """
      Words separated by semicolons, each with or without the last day on which it counts: \
      medic; boat=2027-03-31. At most \(limit).
      """
    }
  }
}
