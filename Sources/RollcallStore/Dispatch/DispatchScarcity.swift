import Rollcall
import SQL

/// When people are scarce, a critical incident takes those who have not seen an offer of less severity.
struct ScarcityWrites: TransactionPart {
  let transaction: WriteTransaction

  /// Withdraws the offer of the best person, except these, whose offer of less severity is not seen yet.
  /// Of the least severe offers first; the extra offers of other critical incidents count as high.
  ///
  /// - Returns: the person, who is free now; `nil` = there is none.
  func take(
    for incident: Incident, but excluded: Set<Responder.ID>, _ openings: Openings
  ) throws -> Candidates.Candidate? {
    let unseen = try unseenOffers(beside: incident).filter { !excluded.contains($0.offer.responder) }
    for severity in [Incident.Severity.low, .normal, .high] {
      var best: (candidate: Candidates.Candidate, offer: Offer)?
      for entry in unseen where entry.severity == severity {
        guard
          case .candidate(let candidate) = try transaction.dispatch.finding(
            entry.offer.responder, for: incident, isByHand: false, isTaken: true),
          openings.admit(candidate.person.keys)
        else { continue }
        if best.map({ candidate.isAsked(before: $0.candidate) }) ?? true { best = (candidate, entry.offer) }
      }
      guard let best else { continue }
      try transaction.dispatch.advance(
        best.offer.incident, in: incident.workspace, by: Actor.rollcall, touching: best.offer.id
      ) {
        _ = $0.apply(
          .withdrawn, to: best.offer.id, at: now, reason: Offer.Withdrawal.moreSevere.rawValue)
      }
      // Settling it may have ended the offer otherwise.
      if case .candidate(let free) = try transaction.dispatch.finding(
        best.offer.responder, for: incident, isByHand: false)
      {
        return free
      }
    }
    return nil
  }

  /// The open offers of other incidents that are not seen yet and may be taken, with the severity as which
  /// they count.
  private func unseenOffers(
    beside incident: Incident
  ) throws -> [(offer: Offer, severity: Incident.Severity)] {
    let open = try db.all(
      """
      SELECT offer.*, incident.severity FROM offer
      JOIN incident ON incident.workspace_id = offer.workspace_id AND incident.id = offer.incident_id
      WHERE offer.workspace_id = \(incident.workspace) AND offer.ended_at IS NULL
        AND incident.is_drill = 0 AND incident.id <> \(incident.id) ORDER BY offer.id
      """
    ) { (offer: try Offer(row: $0), severity: try $0["severity"] as Incident.Severity) }
    let critical = Dictionary(grouping: open.filter { $0.severity == .critical }, by: \.offer.incident)
    let extras = try critical.flatMap {
      try self.extras($0.key, $0.value.map(\.offer), in: incident.workspace)
    }
    let less = open.filter { $0.severity < .critical } + extras.map { (offer: $0, severity: .high) }
    return less.filter { $0.offer.state != .seen }
  }

  /// The offers of a critical incident beyond its places: the last by order among those open.
  private func extras(
    _ id: Incident.ID, _ offers: [Offer], in workspace: Workspace.ID
  ) throws -> [Offer] {
    guard offers.count > 1 else { return [] }
    let found = try transaction.dispatch.caseInHand(id, in: workspace)
    let incident = found.incident
    var ranked: [(offer: Offer, candidate: Candidates.Candidate)] = []
    for offer in offers {
      if case .candidate(let candidate) = try transaction.dispatch.finding(
        offer.responder, for: incident, isByHand: true, isTaken: true)
      {
        ranked.append((offer, candidate))
      }
    }
    // Whoever is no candidate any more may not answer: the place is theirs who are.
    return found.file.beyondPlaces(
      ranked.sorted { $0.candidate.isAsked(before: $1.candidate) }.map(\.offer))
  }
}
