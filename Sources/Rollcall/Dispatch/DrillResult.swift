/// The outcome of a drill for one person who was on duty when it was sent.
public struct DrillResult: Equatable, Sendable {
  /// The outcomes in the order in which they matter: people who would not have come first.
  public enum Outcome: String, CaseIterable, Sendable {
    /// Asked, but their phone did not get it.
    case notReached = "not_reached"
    /// Their phone got it, but they did not answer.
    case noAnswer = "no_answer"
    /// They could not be asked.
    case notAsked = "not_asked"
    /// There is still time to answer.
    case waiting
    /// Withdrawn: a real incident came, the drill was ended, or Rollcall itself was away when its time was
    /// over.
    case withdrawn
    case declined, accepted
  }

  /// The person.
  public var responder: Responder.ID
  /// Their name.
  public var name: String
  /// The region they belong to now.
  public var region: String?
  /// Their offer; `nil` = none.
  public var offer: Offer?
  /// Why they got no offer, in words.
  public var leftOut: String

  /// A result from its parts.
  public init(
    responder: Responder.ID, name: String, region: String? = nil, offer: Offer?, leftOut: String = ""
  ) {
    self.responder = responder
    self.name = name
    self.region = region
    self.offer = offer
    self.leftOut = leftOut
  }

  /// Whether their phone got the offer, as far as known: fetched, shown, or answered.
  public var isReached: Bool {
    guard let offer else { return false }
    return offer.deliveredAt != nil || offer.seenAt != nil || offer.answer != nil
  }

  /// The outcome.
  public var outcome: Outcome {
    guard let offer else { return .notAsked }
    switch offer.state {
    case .queued, .sent, .delivered, .seen: return .waiting
    case .accepted: return .accepted
    case .declined: return .declined
    case .withdrawn: return .withdrawn
    case .undelivered where offer.reason == Offer.unobserved: return .withdrawn
    case .expired, .undelivered, .unreachable: return isReached ? .noAnswer : .notReached
    }
  }

  /// From the offer to the answer, milliseconds; `nil` = no answer.
  public var answerTime: Milliseconds? {
    offer.flatMap { offer in offer.answeredAt.map { max(0, $0.since(offer.queuedAt)) } }
  }

  /// The reason in words; may be empty.
  public var reason: String {
    guard let offer else { return leftOut }
    switch outcome {
    case .notReached where offer.state == .undelivered:
      return offer.sentAt == nil
        ? "the phone did not ask, and no message was sent"
        : "a message was sent, and the phone did not fetch the offer"
    case .noAnswer where offer.state == .expired:
      return offer.seenAt == nil ? "the phone has it, and did not show it" : "seen, and not answered"
    case .waiting:
      return offer.seenAt != nil ? "seen" : offer.deliveredAt != nil ? "the phone has it" : ""
    case .notReached, .noAnswer, .notAsked, .withdrawn, .declined, .accepted: return offer.reason ?? ""
    }
  }

  /// The order: people who would not have come first, the slowest answer first, then by name and id.
  public static func comesFirst(_ left: Self, _ right: Self) -> Bool { left.key < right.key }

  private var key: (Int, Int, Milliseconds, String, Int64) {
    let place = Outcome.allCases.firstIndex(of: outcome) ?? 0
    return (place, isReached ? 1 : 0, -(answerTime ?? 0), name, responder.rawValue)
  }
}

/// How a drill went, in numbers.
public struct DrillNumbers: Equatable, Sendable {
  /// How many had each outcome.
  public private(set) var counts: [DrillResult.Outcome: Int] = [:]
  /// How many phones got it.
  public private(set) var reached = 0
  /// From the offer to the answer, milliseconds: the median; of two middle ones the shorter. `nil` = no
  /// answers.
  public let medianAnswer: Milliseconds?

  /// The numbers of these results.
  public init(_ results: some Sequence<DrillResult>) {
    var times: [Milliseconds] = []
    for result in results {
      counts[result.outcome, default: 0] += 1
      if result.isReached { reached += 1 }
      if let time = result.answerTime { times.append(time) }
    }
    times.sort()
    medianAnswer = times.isEmpty ? nil : times[(times.count - 1) / 2]
  }

  /// How many had an outcome.
  public func count(_ outcome: DrillResult.Outcome) -> Int { counts[outcome] ?? 0 }
  /// How many were on duty.
  public var onDuty: Int { counts.values.reduce(0, +) }
  /// How many were asked.
  public var asked: Int { onDuty - count(.notAsked) }
  /// How many answered.
  public var answered: Int { count(.accepted) + count(.declined) }
}
