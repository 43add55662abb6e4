import GRDB
import Rollcall

extension WriteTransaction {
  /// Lets something happen to an offer: stores the steps that the rules make of it, and the incident follows.
  ///
  /// What the responder's own deadlines did to the offer must be settled before.
  ///
  /// - Parameters:
  ///   - instant: when it happened; now when absent.
  ///   - reason: why, in words.
  @discardableResult
  func apply(
    _ event: OfferMachine.Event, to offer: Offer, by actor: String, at instant: Timestamp? = nil,
    reason: String? = nil, phoneAt: Timestamp? = nil
  ) throws -> (offer: Offer, verdict: OfferMachine.Verdict) {
    var machine = OfferMachine(offer)
    let outcome = machine.apply(event, at: instant ?? now, reason: reason, phoneAt: phoneAt)
    try store(outcome.steps, of: machine.offer, by: actor)
    return (machine.offer, outcome.verdict)
  }

  /// Ends the open offer of a responder if its time is over, after their own deadlines: who went offline before did
  /// not fail to answer.
  func settleOffer(of id: Responder.ID) throws {
    var state = try state(of: id)
    state.settle(until: now)
    try save(state)
    guard let offer = try openOffer(of: id) else { return }
    var machine = OfferMachine(offer)
    guard let step = machine.settle(at: now) else { return }
    try store([step], of: machine.offer, by: Actor.rollcall)
  }

  /// Ends the open offer of somebody who has become unreachable, at the instant at which they did.
  func loseOffer(of state: ResponderState, by transition: Transition) throws {
    guard let offer = try openOffer(of: state.id) else { return }
    let reason =
      transition.to == .offDuty
      ? "went off duty" : transition.rule == "session revoked" ? "logged out" : "went offline"
    try apply(.unreachable, to: offer, by: Actor.rollcall, at: transition.at, reason: reason)
  }

  /// The open offer of a responder; its deadline may have passed.
  func openOffer(of id: Responder.ID) throws -> Offer? {
    let state = try state(of: id)
    guard let errand = state.errand, errand.state.isOpen else { return nil }
    return try Offers.find(errand.offer, in: state.workspace, db)
  }

  /// Stores what became of an offer.
  private func store(_ steps: [OfferStep], of offer: Offer, by actor: String) throws {
    guard !steps.isEmpty else { return }
    let workspace = try state(of: offer.responder).workspace
    try db.cachedStatement(
      sql: """
        UPDATE offer SET state = ?, sent_at = ?, delivered_at = ?, seen_at = ?, ended_at = ?, reason = ?
        WHERE id = ? AND ended_at IS NULL
        """
    ).execute(arguments: [
      offer.state.rawValue, offer.sentAt?.milliseconds, offer.deliveredAt?.milliseconds,
      offer.seenAt?.milliseconds, offer.endedAt?.milliseconds, offer.reason, offer.id.rawValue,
    ])
    guard db.changesCount == 1 else { throw StoreError.conflict("the offer has ended") }
    for step in steps {
      guard let kind = IncidentStep.Kind(rawValue: step.to.rawValue) else { continue }
      try log(
        kind, of: offer.incident, in: workspace, by: step.to == .expired ? Actor.rollcall : actor,
        responder: offer.responder, detail: step.reason ?? "", at: step.at, phoneAt: step.phoneAt)
    }
    try refreshErrand(of: offer.responder)
    try follow(offer.incident, in: workspace)
  }

  /// Brings an incident's state to what its offers say.
  func follow(_ id: Incident.ID, in workspace: Workspace.ID) throws {
    let incident = try Incidents.require(id, in: workspace, db)
    let next = incident.state.following(try Offers.all(of: id, db).map(\.state))
    guard next != incident.state else { return }
    try db.execute(
      sql: "UPDATE incident SET state = ? WHERE id = ?", arguments: [next.rawValue, id.rawValue])
  }
}
