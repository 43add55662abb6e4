extension Words {
  enum Exports {
    static let (filter, rows, bytes, sha256) = ("Filter", "Rows", "Bytes", "SHA-256")
    static let noneYet = "Nobody has taken out a file yet."
    static let about = "Every CSV and every copy of a person's data is listed here."
    static let unknownHash = "No file with this hash was taken out of this workspace."
    static let unknownHashAdvice =
      "It was altered, cut, saved again by another program, or does not come from here."
    static let rollcallVerifyExportFile = "rollcall verify-export FILE"
  }
}

extension Words {
  enum Schedules {
    static let serverKeepsNoReports = "This server keeps no reports."
    static let scheduledReports = "Scheduled reports"
    static let noFolder =
      "Its operator has to name a folder for them: --reports DIR. Until then nothing is made."
    static let failedTriedAgain = "Failed, tried again"
    static let switchOff = "Switch off"
    static let switchOn = "Switch on"
    static let eachDay = "Each day"
    static let eachWeek = "Each week, on Monday"
    static let eachMonth = "Each month, on the first"
    static let howOften = "How often"
    static let rhythmHint =
      "Of the day, week or month that has just ended, and of the people who are filtered above."
    static let fromHour = "From this hour on"
    static let hourHint = "0 to 23, by the workspace's clocks."
  }
}

extension Words {
  enum Reports {
    static func moreThanRows(_ number: String) -> String {
      "more than \(number) rows"
    }
    static func firstShown(_ rows: Int) -> String {
      "the first \(rows) are shown"
    }
    static let emptyStart = "Nothing in the first part of it."
    static let emptyStartAdvice = "More was not looked through: the file has all."
    static let nothingLast24Hours = "Nothing in the last 24 hours."
    static let chooseEarlierDayAbove = "Choose an earlier day above."
    static let nothingMatchesFilter = "Nothing matches this filter."
    static let chooseOtherDaysPeople = "Choose other days or people."
    static func ofAll(_ without: String) -> String {
      "Of all \(without)."
    }
  }
}
