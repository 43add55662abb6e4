import Rollcall

/// One offer of an incident to one responder.
struct OfferRow: PageRow {
  static let template = "Dispatch/OfferRow"

  /// The row's name in the page, `o` and the offer's id.
  var key: String
  var name: String
  var href: String
  /// The number of the asking to which it belongs.
  var round: String
  /// How far away they were when it was made.
  var distance: String
  var state: StatePill
  /// How long it has left; absent when it has ended.
  var left: Moment?
  /// Why it ended, in words; may be empty.
  var reason: String
  var queued: Moment
  /// When it left for the phone.
  var sent: Moment
  /// When the phone had it.
  var delivered: Moment
  /// When a person saw it.
  var seen: Moment
  /// When it was answered.
  var answered: Moment
  /// When it came to how it stands: with the answer, without one, or after it.
  var ended: Moment

  /// The row of `offer`.
  ///
  /// - Parameters:
  ///   - name: to whom it was made.
  ///   - href: their page; empty when the reader may not follow.
  init(_ offer: Offer, name: String, href: String, clock: PageClock) {
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
}

/// One entry of an incident's log.
struct LogRow: PageRow {
  static let template = "Dispatch/LogRow"

  /// The row's name in the page, `l` and the entry's id.
  var key: String
  /// When it happened.
  var at: Moment
  /// Who did it: a member's or responder's name, or `Rollcall`.
  var who: String
  /// What happened, in words.
  var what: String
  /// Words that a person wrote; may be empty.
  var words: String

  /// An entry from its parts.
  init(id: Int64, at: Timestamp, who: String, what: String, words: String = "", clock: PageClock) {
    key = "l\(id)"
    self.at = clock.time(at)
    self.who = who
    self.what = what
    self.words = words
  }
}
