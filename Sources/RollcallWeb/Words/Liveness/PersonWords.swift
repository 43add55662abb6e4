extension Words {
  enum Person {
    static let statement = "Statement"
    static let looks = "Who looked"
    static let duty = "Duty and hours"
    static let wrongRange =
      "This range cannot be understood: “from” must be a day or an instant before “to”."
    static let chooseRange = "Choose a range above."
    static let showLastDay = "Show the last 24 hours"
    static let nothing = "Nothing in this range."
    static let nothingAdvice = "They were not on duty, or what was known is older than the retention."
    static let neverReported = "This phone has never reported."
    static let neverReportedAdvice = """
      Whoever manages people connects it: our app, or another one. Its first report begins the timeline.
      """

    static func silences(_ count: Int, shown: Int) -> String {
      count == 0 ? "No silence in this range." : newest(shown, of: count, "silences")
    }
    static func changes(_ count: Int, shown: Int) -> String {
      count == 0 ? "The status did not change in this range." : newest(shown, of: count, "changes")
    }
    private static func newest(_ shown: Int, of count: Int, _ noun: String) -> String {
      count > shown ? "The newest \(shown) of \(grouped(count)) \(noun); the CSV has all." : ""
    }
    static func passage(_ place: String, isEntry: Bool) -> String {
      "\(isEntry ? "Came to" : "Left") \(place)"
    }
    static let crossings = "Regions and sites in this range"

    static let connect = "Connect a phone, or their own page…"
    static let edit = "Edit"
    static let merge = "Merge…"
    static let importTrack = "Import a track…"
    static let exportData = "Export personal data"
    static let erase = "Erase…"
    static let hold = "Legal hold…"
    static let gapsCSV = "Gaps CSV"
    static let changesCSV = "Changes CSV"
    static let positionsCSV = "Positions CSV"
    static let trackGPX = "Track GPX"
    static let trackGeoJSON = "Track GeoJSON"
  }
}

extension Words {
  enum Phone {
    static let latestReport = "Latest report"
    static let lowPower = "low power"
    static func lowPower(_ battery: String) -> String { "\(battery), \(lowPower)" }
    static let locationServices = "Location services"
    static let powerMode = "Power mode"
    static func queue(_ depth: Int64) -> String { depth == 0 ? "empty" : "\(grouped(depth)) waiting" }
    static let noneYet = "No phone has signed in yet."
    static let signedIn = "Signed in"
    static let signedOut = "signed out"
    static func olderQueues(_ count: Int) -> String { "\(grouped(count)) older queues: see the JSON." }
    static func more(_ holes: String, _ count: Int) -> String { "\(holes) and \(count) more" }
  }

  enum Uploads {
    static let stored = "Positions stored"
    static func rejected(_ field: String, _ rule: String) -> String { "Rejected: \(field), \(plain(rule))" }
    static let noneRejected = "Nothing was rejected in this range."
  }
}
