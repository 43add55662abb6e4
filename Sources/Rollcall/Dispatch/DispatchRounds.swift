/// The rounds in which people are asked down the ranking: no one twice before everyone once.
///
/// A round ends when every present candidate was asked once; people who become candidates meanwhile join it.
/// A person whose offer never arrived does not count as asked, and comes after all others. A person who
/// declined or gave the incident back is not asked again in any round.
struct DispatchRound {
  /// People who are only asked again by hand: they refused, or their part is done.
  let refused: Set<Responder.ID>
  /// People who have had an offer in this round.
  private(set) var asked: Set<Responder.ID> = []
  /// People whose latest offer of this round never arrived, and from when on a contact shows that they can be
  /// reached.
  private(set) var missed: [Responder.ID: Timestamp] = [:]
  /// When the last offer of the round was over; `nil` = there was none.
  private(set) var lastEnd: Timestamp?

  /// How long after its last offer the next round begins, milliseconds.
  static let pause: Milliseconds = 120_000
  /// How long to wait before a person whose offer never arrived is asked again, milliseconds.
  static let missedPause: Milliseconds = 30_000

  /// The current round of a case. An end that lies ahead of `now` was written before the clock was set back,
  /// and delays no one.
  init(_ file: DispatchCase, at now: Timestamp) {
    refused = file.refusedByVoice.union(file.offers.filter { $0.refusal != nil }.map(\.responder))
      .union(file.done.map(\.responder))
    for offer in file.offers where offer.round == file.round && !offer.isVoid {
      let isFirst = asked.insert(offer.responder).inserted
      // Asking a person again because their offer never arrived does not delay the next round.
      if isFirst || offer.missedUntil == nil { lastEnd = [lastEnd, offer.overAt].compactMap { $0 }.max() }
      missed[offer.responder] = offer.missedUntil
    }
    for person in refused { missed[person] = nil }
    for (person, from) in missed where from > now.advanced(by: Self.missedPause) {
      missed[person] = .distantPast
    }
    if let end = lastEnd, end > now { lastEnd = .distantPast }
  }

  /// When the next round may begin; `nil` = no one of this one can be asked again.
  var nextAt: Timestamp? { asked.isSubset(of: refused) ? nil : lastEnd?.advanced(by: Self.pause) }
}

extension Offer {
  /// From when on a contact shows that a person who missed the offer can be reached; `nil` = it arrived, or
  /// is open.
  fileprivate var missedUntil: Timestamp? {
    switch state {
    case .undelivered: endedAt?.advanced(by: DispatchRound.missedPause)
    // A person who went offline is asked again as soon as they are back, but not before the others.
    case .unreachable: endedAt
    case .queued, .sent, .delivered, .seen, .accepted, .declined, .expired, .withdrawn: nil
    }
  }
}

extension DispatchMachine {
  /// How long after the last offer of a round the next one begins, milliseconds.
  public static var pause: Milliseconds { DispatchRound.pause }
  /// How long to wait before a person whose offer never arrived is asked again, milliseconds.
  public static var missedPause: Milliseconds { DispatchRound.missedPause }

  /// Asks the best candidate of the current round, or of the next one if it is time. Records when no one is
  /// left.
  mutating func askNearest(_ field: DispatchField, at now: Timestamp) throws {
    guard !field.isReserved else {
      searching(at: now)
      file.wakeAt = now
      return
    }
    let held = try askInRound(field, at: now)
    guard !file.hasOpenOffer else { return try askExtras(field, lookAt: held, at: now) }
    guard let next = DispatchRound(file, at: now).nextAt else { return nobodyLeft(wakeAt: held, at: now) }
    guard next <= now else { return nobodyLeft(wakeAt: min(next, held ?? next), at: now) }
    file.round += 1
    let heldThen = try askInRound(field, at: now)
    guard file.hasOpenOffer else { return nobodyLeft(wakeAt: heldThen, at: now) }
    try askExtras(field, lookAt: heldThen, at: now)
  }

  /// Asks more people than there are places, each of them new to the round.
  ///
  /// - Parameter lookAt: when to look again at people held back for a place that has no offer.
  private mutating func askExtras(
    _ field: DispatchField, lookAt: Timestamp?, at now: Timestamp
  ) throws {
    if file.lack == .place { file.wakeAt = lookAt }
    while file.lack == .extras {
      guard !field.areExtrasReserved else {
        file.wakeAt = now
        return
      }
      let round = DispatchRound(file, at: now)
      guard let best = try field.nearest(round.refused.union(round.asked), file.openings).best else { return }
      try make(best, answerWithin: file.asking.answerWithin, field, at: now)
    }
  }

  /// Looks for a candidate before it is time, because a person was heard.
  public mutating func lookAgain(_ field: DispatchField, at now: Timestamp) throws {
    settle(until: now)
    guard file.lack == .place else { return }
    file.wakeAt = now
    try wake(field, at: now)
  }

  /// Makes offers until each place has one: to the best candidates who were not asked in this round. If there are
  /// none, and until the round is over, to the best whose offer never arrived.
  ///
  /// - Returns: until when a person is held back who could be asked otherwise; `nil` = none is.
  private mutating func askInRound(_ field: DispatchField, at now: Timestamp) throws -> Timestamp? {
    var heldUntil: Timestamp?
    while file.lack == .place {
      let round = DispatchRound(file, at: now)
      let (passed, openings) = (round.refused.union(round.asked), file.openingsBeside)
      let (best, held) = try field.nearest(passed, openings)
      heldUntil = held
      let isOver = !file.hasOpenOffer && round.nextAt.map { $0 <= now } ?? false
      var chosen = try best ?? (isOver ? nil : bestMissed(round, openings, field))
      // The next round brings free people.
      if chosen == nil, !isOver, file.mayTake { chosen = try field.take(passed, openings) }
      guard let chosen else { break }
      try make(chosen, answerWithin: file.asking.answerWithin, field, at: now)
    }
    return heldUntil
  }

  private func bestMissed(
    _ round: DispatchRound, _ openings: Openings, _ field: DispatchField
  ) throws -> Candidates.Candidate? {
    var best: Candidates.Candidate?
    for (person, from) in round.missed.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard case .candidate(let candidate) = try field.check(person, false),
        openings.admit(candidate.person.keys), candidate.person.heardAt.map({ $0 >= from }) ?? false
      else { continue }
      if best.map({ candidate.isAsked(before: $0) }) ?? true { best = candidate }
    }
    return best
  }
}
