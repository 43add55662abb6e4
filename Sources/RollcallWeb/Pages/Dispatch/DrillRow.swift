import Rollcall

/// What became of a drill for one person.
struct DrillRow: PageRow {
  static let template = "Dispatch/DrillRow"

  var key: String
  var name: String
  var href: String
  /// Their region; may be empty.
  var region: String
  /// What became of it.
  var outcome: StatePill
  /// Why, in words; may be empty.
  var reason: String
  /// When it left for the phone.
  var sent: Moment
  /// When the phone had it.
  var delivered: Moment
  /// When a person saw it.
  var seen: Moment
  /// From the offer to the answer.
  var answer: String

  /// The row of a result.
  ///
  /// - Parameter href: their page; empty when the reader may not follow.
  init(_ result: DrillResult, href: String, clock: PageClock) {
    let time = { (instant: Timestamp?) in instant.map { clock.time($0) } ?? .none }
    key = "p\(result.responder.rawValue)"
    name = result.name
    self.href = href
    region = result.region ?? ""
    outcome = .drill(result.outcome)
    reason = result.reason
    sent = time(result.offer?.sentAt)
    delivered = time(result.offer?.deliveredAt)
    seen = time(result.offer?.seenAt)
    answer = Words.seconds(result.answerTime)
  }
}
