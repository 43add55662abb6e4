import Rollcall

extension Words {
  enum PastBoard {
    private static let everybodyAt = "everybody at "
    /// As an entry of the audit has it.
    static func everybody(at moment: Timestamp) -> String { everybodyAt + LocalTime.iso(moment) }
    /// The moment of such an entry; `nil` for any other subject.
    static func moment(of subject: String) -> Timestamp? {
      guard subject.utf8.starts(with: everybodyAt.utf8) else { return nil }
      return Timestamp(
        rfc3339: String(decoding: subject.utf8.dropFirst(everybodyAt.utf8.count), as: UTF8.self))
    }
    static func everybody(asKnown moment: String) -> String { "Everybody, as known on \(moment)" }
    static let wrongMoment = "“at” is not an instant, like 2026-11-21T03:12:00+01:00."
    static let tooNew = "That moment has not passed for 5 seconds: the live board shows it."
    static let noMoment = "No moment is shown."
    static let noMomentAdvice = "Choose one that has passed."
    static let purged = "What was known then was purged."
    static let purgedAdvice = "Statuses are kept for 400 days: of that time nobody can be told."
    static let away = "Rollcall itself was away then: nobody saw a board."
    static func awaySpan(_ from: String, _ to: String) -> String {
      "From \(from) to \(to). What came due meanwhile was dated afterwards."
    }
    static let past = "This is the past."
    static let pastAdvice = """
      It shows what had been received by then; later reports are not in it. Names, profiles and \
      regions are those of today.
      """
    static func positionsPurged(_ positionsFrom: String) -> String {
      "Reports of before \(positionsFrom) were purged."
    }
    static let positionsPurgedAdvice = """
      Positions of that time are not known any more, nor contacts, but for those that began a \
      silence. Statuses are, and everything that is on hold.
      """
    static let onlyHeld =
      "Statuses are kept for 400 days: only those are shown whose time then is on hold."
  }
}
