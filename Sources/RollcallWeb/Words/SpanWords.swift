extension Words {
  /// The beginning and the end of a time that is asked for.
  enum Spans {
    static let (from, to) = ("From", "To")
    static let moment = "Moment"
    static func day(_ label: String) -> String { "\(label), day" }
    static func time(_ label: String) -> String { "\(label), time; empty for the whole day" }
    static let wrongFrom = "“From” is not a day, with or without a time."
    static let wrongTo = "“To” is not a day, with or without a time."
    static let fromNeedsDay = "“From” has a time, but no day."
    static let toNeedsDay = "“To” has a time, but no day."
    static let wrongOrder = "“From” is not before “To”."
    static let wrongDay = "“day” is not a day, such as 2026-11-20."
    static func tooLong(hours: Int64) -> String { "At most \(hours) hours are shown at once: choose fewer." }
    static func tooManyDays(_ days: Int64) -> String {
      "At most \(days) days are shown at once: choose fewer."
    }
    /// `20 Nov – 22 Nov`: whole days.
    static func days(_ first: String, _ last: String) -> String {
      first == last ? first : "\(first) – \(last)"
    }
  }
}
