public import Rollcall

/// One offer of an incident to one responder.
public struct OfferRow: PageRow {
  /// Its template.
  public static let template = "Dispatch/OfferRow"

  /// The row's name in the page, `o` and the offer's id.
  public var key: String
  /// Their name.
  public var name: String
  /// Their page; empty when the reader may not follow.
  public var href: String
  /// The number of the asking to which it belongs.
  public var round: String
  /// How far away they were when it was made.
  public var distance: String
  /// How it stands.
  public var state: StatePill
  /// How long it has left; absent when it has ended.
  public var left: Moment?
  /// Why it ended, in words; may be empty.
  public var reason: String
  /// When it was made.
  public var queued: Moment
  /// When it left for the phone.
  public var sent: Moment
  /// When the phone had it.
  public var delivered: Moment
  /// When a person saw it.
  public var seen: Moment
  /// When it was answered.
  public var answered: Moment
  /// When it came to how it stands: with the answer, without one, or after it.
  public var ended: Moment

  /// The row of `offer`.
  ///
  /// - Parameters:
  ///   - name: to whom it was made.
  ///   - href: their page; empty when the reader may not follow.
  public init(_ offer: Offer, name: String, href: String, clock: PageClock) {
    key = "o\(offer.id.rawValue)"
    self.name = name
    self.href = href
    round = String(offer.round)
    distance = Words.distance(offer.distance)
    state = .offer(offer.state)
    reason = offer.reason ?? ""
    left = offer.state.isOpen ? clock.left(until: offer.endsAt) : nil
    queued = clock.time(offer.queuedAt)
    let time = { (instant: Timestamp?) in instant.map { clock.time($0) } ?? .none }
    sent = time(offer.sentAt)
    delivered = time(offer.deliveredAt)
    seen = time(offer.seenAt)
    answered = time(offer.answeredAt)
    ended = time(offer.endedAt)
  }

  /// An example with every kind of content.
  public static let sample = IncidentPage.sampleOffers[0]
}

/// One entry of an incident's log.
public struct LogRow: PageRow {
  /// Its template.
  public static let template = "Dispatch/LogRow"

  /// The row's name in the page, `l` and the entry's id.
  public var key: String
  /// When it happened.
  public var at: Moment
  /// Who did it: a member's or responder's name, or `Rollcall`.
  public var who: String
  /// What happened, in words.
  public var what: String
  /// Words that a person wrote; may be empty.
  public var words: String

  /// An entry from its parts.
  public init(id: Int64, at: Timestamp, who: String, what: String, words: String = "", clock: PageClock) {
    key = "l\(id)"
    self.at = clock.time(at)
    self.who = who
    self.what = what
    self.words = words
  }

  /// An example with every kind of content.
  public static let sample = IncidentPage.sampleLog[0]
}
