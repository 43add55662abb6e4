/// The rules of one offer: from queued through sent, delivered and seen to one final state. It leaves that
/// only when an accepted one is taken from its assignee or given back.
///
/// A value: it returns the steps to store, and the shell stores them before it acts on them. The deadline is
/// settled before anything else touches an offer, so that its log does not depend on when a loop looked.
///
/// Steps may be skipped, since phones reorder their reports and a push may be opened before we hear of its
/// delivery. Skipped steps have no time; none is invented. A step that comes after a later one changes
/// nothing.
public struct OfferMachine: Equatable, Sendable {
  /// An event in an offer's life.
  public enum Event: CaseIterable, Sendable {
    /// It was handed to a push provider, or is being written into an answer that the phone may never get.
    case sent
    /// The phone fetched it: `GET /app/v1/offers`, or the `data.offers` of its upload. Also counts as sent.
    case delivered
    /// The phone showed it.
    case seen
    case accepted, declined
    /// The responder went offline.
    case unreachable
    /// The dispatcher withdrew it, or another person has accepted.
    case withdrawn
  }

  /// The outcome of an event.
  public enum Verdict: Equatable, Sendable {
    /// It took effect.
    case taken
    /// It was so already, or a later step has overtaken it: the answer is the same, nothing is stored.
    case again
    /// The offer ended differently: for a phone, 409.
    case conflict
  }

  /// The steps to store, in order, and the verdict on the event itself.
  public struct Outcome: Equatable, Sendable {
    /// The steps: none, the event's own, or an expiry that came before the event.
    public var steps: [OfferStep]
    /// The outcome.
    public var verdict: Verdict

    /// An outcome from its parts.
    public init(steps: [OfferStep], verdict: Verdict) {
      self.steps = steps
      self.verdict = verdict
    }
  }

  /// The offer as it is now.
  public private(set) var offer: Offer

  /// The machine of a stored offer.
  public init(_ offer: Offer) { self.offer = offer }

  /// Ends an offer whose deadline has strictly passed, dated at the deadline; `nil` otherwise.
  public mutating func settle(at now: Timestamp) -> OfferStep? {
    guard offer.state.isOpen, now > offer.endsAt else { return nil }
    let end = offer.endsAt
    let waited = end.since(offer.queuedAt).lengthWords
    return offer.hasReachedPhone
      ? step(to: .expired, at: end, reason: "no answer in \(waited)")
      : step(to: .undelivered, at: end, reason: "the phone did not get it in \(waited)")
  }

  /// Ends an offer whose deadline lies in an absence of Rollcall that ended at `end`, dated at the deadline:
  /// no answer could arrive. `nil` when its deadline does not.
  public mutating func settleUnobserved(until end: Timestamp) -> OfferStep? {
    offer.endsAt <= end ? endUnobserved(at: offer.endsAt) : nil
  }

  /// Ends an offer whose deadline is no longer known; `nil` when it is over.
  public mutating func endUnobserved(at instant: Timestamp) -> OfferStep? {
    offer.state.isOpen ? step(to: .undelivered, at: instant, reason: Offer.unobserved) : nil
  }

  /// Settles the deadline, then applies an event.
  ///
  /// - `at`: when it happened by the server's clock: for a request now, for ``Event/unreachable`` the instant
  ///   at which the responder became offline. Settle the responder's own deadlines, and apply them here,
  ///   before the offer's.
  /// - `reason`: why, for people; a phone's reason is its owner's text.
  /// - `phoneAt`: when it happened by the phone's clock. Only logged: otherwise a phone's clock could accept
  ///   too late.
  public mutating func apply(
    _ event: Event, at instant: Timestamp, reason: String? = nil, phoneAt: Timestamp? = nil
  ) -> Outcome {
    var steps: [OfferStep] = []
    if let expiry = settle(at: instant) { steps.append(expiry) }
    let verdict = verdict(on: event)
    if verdict == .taken {
      steps.append(step(to: event.state, at: instant, reason: reason, phoneAt: phoneAt))
    }
    return Outcome(steps: steps, verdict: verdict)
  }

  /// Takes an accepted offer out of force: `declined` by its assignee, `withdrawn` by others, or `unreachable` because
  /// they left; `nil` when it is not accepted.
  public mutating func revoke(
    _ event: Event, at instant: Timestamp, reason: String? = nil, phoneAt: Timestamp? = nil
  ) -> OfferStep? {
    guard offer.state == .accepted else { return nil }
    switch event {
    case .declined, .withdrawn, .unreachable:
      return step(to: event.state, at: instant, reason: reason, phoneAt: phoneAt)
    case .sent, .delivered, .seen, .accepted: return nil
    }
  }

  private func verdict(on event: Event) -> Verdict {
    let state = offer.state
    if state == event.state { return .again }
    switch event {
    case .sent, .delivered, .seen:
      // After the owner's answer, other reports of the phone are only late.
      if state == .accepted || state == .declined { return .again }
      guard state.isOpen else { return .conflict }
      return state.progress < event.state.progress ? .taken : .again
    case .accepted, .declined, .unreachable, .withdrawn:
      return state.isOpen ? .taken : .conflict
    }
  }

  /// Takes a step. If the clock went back, the log does not.
  private mutating func step(
    to state: Offer.State, at instant: Timestamp, reason: String?, phoneAt: Timestamp? = nil
  ) -> OfferStep {
    let at = max(instant, offer.lastStepAt)
    let step = OfferStep(at: at, from: offer.state, to: state, reason: reason, phoneAt: phoneAt)
    if let answer = Offer.Answer(rawValue: state.rawValue), offer.answer == nil {
      (offer.answer, offer.answeredAt) = (answer, at)
    }
    offer.state = state
    switch state {
    case .queued: break
    case .sent: offer.sentAt = at
    case .delivered:
      offer.deliveredAt = at
      // An offer that was fetched was sent, at the latest now.
      offer.sentAt = offer.sentAt ?? at
    case .seen: offer.seenAt = at
    case .accepted, .declined, .expired, .undelivered, .unreachable, .withdrawn:
      offer.endedAt = at
      offer.reason = reason
    }
    return step
  }
}

extension OfferMachine.Event {
  /// The state it leads to.
  fileprivate var state: Offer.State {
    switch self {
    case .sent: .sent
    case .delivered: .delivered
    case .seen: .seen
    case .accepted: .accepted
    case .declined: .declined
    case .unreachable: .unreachable
    case .withdrawn: .withdrawn
    }
  }
}

extension Offer.State {
  /// How far along the open ones are.
  fileprivate var progress: Int {
    switch self {
    case .queued: 0
    case .sent: 1
    case .delivered: 2
    case .seen: 3
    case .accepted, .declined, .expired, .undelivered, .unreachable, .withdrawn: 4
    }
  }
}
