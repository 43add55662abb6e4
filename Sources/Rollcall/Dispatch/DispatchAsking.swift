/// Asking people.
extension DispatchMachine {
  /// Why no one was asked; nothing was changed.
  public enum AskRefusal: Error, Equatable, Sendable {
    /// The incident is over.
    case closed
    /// The incident already has an assignee.
    case taken
    /// None of the people picked can be asked now. Names each of them and the reason.
    case nobody([(responder: Responder.ID, reason: String)])

    /// Whether both refuse for the same reason; for several people, each for the same one.
    public static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.closed, .closed), (.taken, .taken): true
      case (.nobody(let left), .nobody(let right)):
        left.elementsEqual(right) { $0.responder == $1.responder && $0.reason == $1.reason }
      default: false
      }
    }
  }

  /// Whether an offer was made since the actions were stored last.
  public var asksSomebody: Bool { actions.contains { if case .make = $0 { true } else { false } } }

  /// Begins to ask anew; where people are asked down the ranking, asks those picked in addition: the search goes on without
  /// them.
  ///
  /// - Throws: `AskRefusal`, or errors of the field's view.
  public mutating func ask(_ asking: Asking, _ field: DispatchField, at now: Timestamp) throws {
    settle(until: now)
    guard asking.mode != .nobody else { throw AskRefusal.nobody([]) }
    guard !file.state.isClosed else { throw AskRefusal.closed }
    guard file.sought > 0 else { throw AskRefusal.taken }
    let isBeside = asking.isByHand && file.asking.mode == .automatic
    let chosen = asking.isByHand ? try choose(asking, field, at: now) : []
    if !isBeside {
      file.asking = asking
      // Offers that are still open belong to this round, too.
      if !file.hasOpenOffer { file.round += 1 }
    }
    for skipped in chosen where skipped.candidate == nil {
      log(.skipped, skipped.responder, skipped.reason, at: now)
    }
    for candidate in chosen.compactMap(\.candidate) {
      try make(candidate, answerWithin: asking.answerWithin, field, at: now)
    }
    if chosen.isEmpty { try proceed(field, at: now) }
  }

  /// Takes the incident from its assignees and asks others; the former assignees are only asked again by hand.
  ///
  /// - Parameter offer: only from the assignee who accepted this offer; `nil` = from all.
  /// - Throws: `AskRefusal`, or errors of the field's view; nothing was changed then.
  public mutating func reassign(
    _ asking: Asking, from offer: Offer.ID? = nil, because reason: String, _ field: DispatchField,
    at now: Timestamp
  ) throws {
    settle(until: now)
    guard !file.state.isClosed else { throw AskRefusal.closed }
    let before = self
    do {
      if !file.assignees.isEmpty {
        let words = reason.utf8.isEmpty ? nil : reason
        withdrawOpenOffers(because: Assignment.End.reassigned.rawValue, at: now)
        for assignment in file.assignees where offer == nil || assignment.offer == offer {
          revoke(assignment.offer, .withdrawn, Assignment.End.reassigned.rawValue, at: now)
          release(assignment, .reassigned, words, at: now)
        }
        log(.reoffered, nil, Assignment.End.reassigned.rawValue, at: now)
      }
      try ask(asking, field, at: now)
    } catch {
      self = before
      throw error
    }
  }

  /// Asks the next candidate, if it is time and the incident still needs a responder.
  public mutating func wake(_ field: DispatchField, at now: Timestamp) throws {
    settle(until: now)
    guard let wakeAt = file.wakeAt, wakeAt <= now, !field.isReserved else { return }
    file.wakeAt = nil
    guard file.needsSomebody else { return }
    guard file.hasOpenOffer, file.asking.mode != .automatic else { return try proceed(field, at: now) }
  }

  /// The people picked, with why some of them cannot be asked now.
  private func choose(
    _ asking: Asking, _ field: DispatchField, at now: Timestamp
  ) throws -> [(responder: Responder.ID, candidate: Candidates.Candidate?, reason: String)] {
    var found: [(responder: Responder.ID, candidate: Candidates.Candidate?, reason: String)] = []
    let openings = file.openings
    for pick in asking.picks {
      switch try field.check(pick, true) {
      case .candidate(let candidate) where !openings.admit(candidate.person.keys):
        found.append((pick, nil, openings.lackingInWords(candidate.person.keys)))
      case .candidate(let candidate):
        found.append((pick, candidate, ""))
      case .cannot(let reason): found.append((pick, nil, reason))
      case .held: found.append((pick, nil, "no fresh fix since Rollcall itself was away"))
      }
    }
    guard found.contains(where: { $0.candidate != nil }) else {
      throw AskRefusal.nobody(found.map { ($0.responder, $0.reason) })
    }
    return found
  }

  private mutating func proceed(_ field: DispatchField, at now: Timestamp) throws {
    switch file.asking.mode {
    case .automatic: try askNearest(field, at: now)
    case .parallel: nobodyLeft(wakeAt: nil, at: now)
    case .nobody: break
    }
  }

  mutating func make(
    _ candidate: Candidates.Candidate, answerWithin: Milliseconds, _ field: DispatchField, at now: Timestamp
  ) throws {
    add(offer: try field.nextOffer(), to: candidate, answerWithin: answerWithin, at: now)
    searching(at: now)
    file.wakeAt = nil
  }

  /// A new offer, with the time that its person needs to hear of it.
  mutating func add(
    offer id: Offer.ID, to candidate: Candidates.Candidate, answerWithin: Milliseconds, at now: Timestamp
  ) {
    let hearsWithin = candidate.person.hearsWithin
    let delivery = hearsWithin.map { Offer.deliveryTime(hearsWithin: $0) }
    let lifetime = Offer.lifetime(answerWithin: answerWithin, hearsWithin: hearsWithin)
    // Whoever took it by voice had no offer: the first search may begin once they leave.
    file.round = max(1, file.round)
    let offer = Offer(
      id: id, incident: file.id, responder: candidate.person.id, distance: candidate.distance, queuedAt: now,
      expiresAt: now.advanced(by: lifetime), deliverBy: delivery.map { now.advanced(by: $0) },
      round: file.round)
    file.offers.append(offer)
    file.skills[offer.responder] = candidate.person.keys
    actions.append(.make(offer))
  }

  /// A round is over in vain: a place is open, or nobody replaces an assignee who is leaving.
  mutating func nobodyLeft(wakeAt: Timestamp?, at now: Timestamp) {
    let isNews = file.isPlaceOpen ? file.state != .unassigned : file.vainSince == nil
    if isNews { log(.nobody, at: now) }
    if file.isPlaceOpen { enter(.unassigned, at: now) }
    if file.isBeingLeft, file.vainSince == nil { file.vainSince = now }
    file.wakeAt = wakeAt
  }
}
