extension Words {
  /// What the columns of reports are called on pages.
  enum ReportColumns {
    /// The title of a column of a file: `Longest silence`.
    static func title(_ name: String) -> String {
      if let title = titles[name] { return title }
      var plain = name
      for ending in ["_s", "_at", "_m"] where plain.hasSuffix(ending) { plain.removeLast(ending.count) }
      return Words.capitalized(Words.plain(plain))
    }

    private static let titles = [
      "responder": "Who", "seconds": "Length", "on_duty_s": "On duty", "planned_s": "Planned",
      "online_s": "Online",
      "degraded_s": "Limited", "offline_s": "Offline", "unknown_s": "Unknown",
      "not_observed_s": "Not observed", "online_share": "Online share",
      "fix_age_p95_s": "Age of position (P95)", "battery_used": "Battery used", "longest_s": "Longest",
      "backfilled_at": "Filled later", "os_version": "System version", "app_version": "App version",
      "platform": "System", "first_offer_s": "First offer after", "accept_s": "Accepted after",
      "arrived_s": "Arrived after", "opened_at": "Opened", "closed_at": "Closed", "answer_rate": "Answered",
      "median_answer_s": "Answer after (median)", "duty_s": "On duty", "at": "When", "id": "No.",
      "recorded_at": "Taken", "received_at": "Received", "lat": "Latitude", "lng": "Longitude",
      "speed_mps": "Speed (m/s)", "is_mock": "Mock", "responder_id": "Id",
    ]

    static let total = "Total"
    static let all = "All columns"
    static let usual = "Fewer columns"
    static let unsorted = "As in the file"
    static let semicolon = "CSV for spreadsheets (;)"
    static func sortedFirst(_ count: Int) -> String {
      "The order is that of the first \(Words.grouped(count)) rows: the file has all."
    }
  }

  /// The pictures above reports.
  enum Plots {
    static let byPerson = "By person"
    static let byDay = "By day"
    static let silencesByCause = "Silent time by cause"
    static let silencesByHour = "Silent time by the hour in which it began"
    static let answerTimes = "Time to the first accept"
    static let answers = "Answers by person"
    static let byMaker = "Silent time by maker"
    static let bySystem = "Silent time by system"
    static let byApp = "Silent time by version of the app"
    static let others = "Others"
    static let notKnown = "not known"
    static let never = "nobody accepted"
    static func hour(_ hour: Int) -> String { "\(Words.twoDigits(Int64(hour))):00" }
    static func upTo(_ length: String) -> String { "up to \(length)" }
    static func longer(_ length: String) -> String { "longer than \(length)" }
  }
}
