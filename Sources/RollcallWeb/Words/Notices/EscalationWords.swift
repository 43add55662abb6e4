extension Words {
  enum Escalations {
    static let title = "Escalation"
    static let noChannel = "There is no such channel."
    static let wrongWait = "1 to 1,440 minutes."
    static let nobody = "Nobody"
    static let onlyCritical = "Only alerts that cannot wait"
    static let afterOpening = "After the alert has opened"
    static let after = "After the step before"
    static func step(_ number: Int) -> String { "Step \(number): tell" }
    static func reminder(_ alert: String) -> String { "Not acknowledged: \(alert)" }
  }
}
