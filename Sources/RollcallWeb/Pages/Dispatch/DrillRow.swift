public import Rollcall

/// What became of a drill for one person.
public struct DrillRow: PageRow {
  /// Its template.
  public static let template = "Dispatch/DrillRow"

  /// The row's name in the page, `p` and the person's id.
  public var key: String
  /// Their name.
  public var name: String
  /// Their page; empty when the reader may not follow.
  public var href: String
  /// Their region; may be empty.
  public var region: String
  /// What became of it.
  public var outcome: StatePill
  /// Why, in words; may be empty.
  public var reason: String
  /// When it left for the phone.
  public var sent: Moment
  /// When the phone had it.
  public var delivered: Moment
  /// When a person saw it.
  public var seen: Moment
  /// From the offer to the answer.
  public var answer: String

  /// The row of a result.
  ///
  /// - Parameter href: their page; empty when the reader may not follow.
  public init(_ result: DrillResult, href: String, clock: PageClock) {
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

  /// An example with every kind of content.
  public static let sample = DrillRow(
    DrillPage.sampleResults[0], href: "/w/city-rescue/responders/6", clock: PageClock.sample)
}
