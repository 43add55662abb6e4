extension Words {
  enum History {
    static let suspiciousFor = "Suspicious for"
    static let anyReason = "Suspicious or not"
    static func retention(_ retentionDays: Int) -> String {
      """
      Positions are kept for \(retentionDays) days, then deleted. Times are those of the \
      workspace.
      """
    }
    static let (taken, person, received, delay) = ("Taken", "Person", "Received", "Delay")
    static let (position, accuracy, speed, battery) = ("Position", "Accuracy", "Speed", "Battery")
    static let (mock, source, sequence, flags) = ("Mock", "Source", "Sequence", "Suspicious")
    static let none = "No positions in the last 24 hours."
    static let noneAdvice =
      "Choose an earlier day above, or look at the board: it tells who is silent and since when."
    static let noMatch = "No positions match this filter."
    static func fileNotTaken(_ error: String) -> String {
      "The file was not taken: \(error)."
    }
    static let theirTimelineThen = "Their timeline then"
  }
}
