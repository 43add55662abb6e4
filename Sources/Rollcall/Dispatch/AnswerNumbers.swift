/// One offer, as the figures count it. Offers of drills are left out.
public struct OfferOutcome: Equatable, Sendable {
  /// Its state.
  public var state: Offer.State
  /// When it was made.
  public var queuedAt: Timestamp
  /// The phone's answer; `nil` = none.
  public var answer: Answer?
  /// When the phone answered.
  public var answeredAt: Timestamp?

  /// The answers a phone can give. The answer stays, even if the offer ends differently.
  public enum Answer: String, Sendable {
    case accepted, declined
  }

  /// An offer from its parts.
  public init(state: Offer.State, queuedAt: Timestamp, answer: Answer?, answeredAt: Timestamp?) {
    self.state = state
    self.queuedAt = queuedAt
    self.answer = answer
    self.answeredAt = answeredAt
  }
}

/// How a responder, or all of them, answered.
///
/// An offer counts once it was the responder's to answer: answered, expired, or ended because they became
/// unreachable. An offer that never reached the phone is counted separately. An offer that was withdrawn
/// before an answer and before its time was over is left out, like one that is still open. An accept stays an
/// accept: a later decline is a reassignment.
public struct AnswerNumbers: Equatable, Sendable {
  /// How many were accepted.
  public private(set) var accepted = 0
  /// How many were declined.
  public private(set) var declined = 0
  /// Offers that expired without an answer.
  public private(set) var expired = 0
  /// How many ended because the phone could not be reached any more.
  public private(set) var unreachable = 0
  /// How many never reached the phone in time; not included in ``offers``.
  public private(set) var undelivered = 0
  private var times: [Milliseconds] = []

  /// Of no offers.
  public init() {}

  /// The numbers of these offers.
  public init(_ offers: some Sequence<OfferOutcome>) {
    for offer in offers { add(offer) }
  }

  /// Adds one.
  public mutating func add(_ offer: OfferOutcome) {
    switch (offer.answer, offer.state) {
    case (.accepted, _): accepted += 1
    case (.declined, _): declined += 1
    case (nil, .expired): expired += 1
    case (nil, .undelivered): undelivered += 1
    case (nil, .unreachable): unreachable += 1
    case (nil, _): return
    }
    if offer.answer != nil, let at = offer.answeredAt { times.append(max(0, at.since(offer.queuedAt))) }
  }

  /// How many were theirs to answer.
  public var offers: Int { answered + expired + unreachable }
  /// How many they answered, either way.
  public var answered: Int { accepted + declined }
  /// The share that was answered, 0…1; `nil` without any.
  public var answerRate: Double? { offers > 0 ? Double(answered) / Double(offers) : nil }
  /// The share of answerable offers that were accepted, 0…1; `nil` without any.
  public var acceptedShare: Double? { offers > 0 ? Double(accepted) / Double(offers) : nil }
  /// From the making of an offer to its answer, of the answered ones.
  public var answerTime: Quantiles { Quantiles(times) }
}
