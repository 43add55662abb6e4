import Rollcall
import SQL

extension DispatchWrites {
  /// Applies an event to an incident: settles the deadlines that passed before, of the people involved and
  /// then of the incident, runs `event`, and stores the resulting actions.
  ///
  /// - Parameters:
  ///   - actor: who acts.
  ///   - offer: the only offer that the event touches, if it is just one: of a drill no other offer is read
  ///     then.
  @discardableResult
  func advance<Value>(
    _ id: Incident.ID, in workspace: Workspace.ID, by actor: Actor, touching offer: Offer.ID? = nil,
    _ event: (inout DispatchMachine) throws -> Value
  ) throws -> Value {
    try transaction.carryOutEffects()
    let before = try caseInHand(id, in: workspace, touching: offer)
    var settled = DispatchMachine(before.file)
    settled.apply(try news(of: before.file, in: workspace))
    settled.settle(until: now)
    // Deadlines have no actor.
    let stored = try store(settled, from: before, by: Actor.rollcall)
    try transaction.carryOutEffects()
    let current = memory.cases[id] ?? stored
    var machine = DispatchMachine(current.file)
    let value = try event(&machine)
    try store(machine, from: current, by: actor)
    try transaction.carryOutEffects()
    return value
  }

  /// Stores the changes of a machine. Returns the new case.
  @discardableResult
  func store(_ machine: DispatchMachine, from before: CaseInHand, by actor: Actor) throws -> CaseInHand {
    guard machine.file != before.file || !machine.actions.isEmpty else { return before }
    let after = before.changed(to: machine.file)
    let incident = after.incident
    transaction.noteCommonChange()
    try update(after.file, from: before.file, in: incident.workspace)
    keep(after)
    for action in machine.actions { try carryOut(action, of: incident, by: actor) }
    // Somebody new comes before others, who are the extra ones now: another critical incident may take those.
    if machine.asksSomebody, after.file.isAskingExtras { try wakeWaiting(in: incident.workspace) }
    if let wakeAt = after.file.wakeAt, wakeAt <= now {
      afterCommit { [signal = memory.dispatchSignal] in signal.raise() }
    }
    return after
  }

  private func carryOut(_ action: DispatchAction, of incident: Incident, by actor: Actor) throws {
    switch action {
    case .make(let offer): try make(offer, of: incident, by: actor)
    case .step(let offer, let step): try store(step, of: offer, incident, by: actor)
    case .assign(let assignment): try assign(assignment, incident)
    case .change(let assignment):
      try db.run(
        """
        UPDATE assignment SET grace_at = \(assignment.graceAt), lost_at = \(assignment.lostAt),
          is_unheard = \(assignment.isUnheard), is_replaced = \(assignment.isReplaced),
          line = \(assignment.line)
        WHERE workspace_id = \(incident.workspace) AND responder_id = \(assignment.responder)
          AND ended_at IS NULL
        """)
      try refreshErrand(of: assignment.responder, in: incident.workspace)
    case .refuse(let responder):
      try db.run(
        """
        INSERT OR IGNORE INTO incident_refusal (workspace_id, incident_id, responder_id, at)
        VALUES (\(incident.workspace), \(incident.id), \(responder), \(now))
        """)
    case .release(let assignment, let end, let reason):
      try release(assignment, end, reason, of: incident)
      // Without an offer there is none to withdraw.
      if assignment.offer == nil, actor.responder != assignment.responder {
        try transaction.push.announceChange(
          of: incident.id, to: assignment.responder, offer: nil, in: incident.workspace)
      }
    case .log(let entry, let responder, let detail, let instant):
      guard let kind = IncidentStep.Kind(rawValue: entry.rawValue) else { return }
      try log(
        kind, of: incident.id, in: incident.workspace, by: Self.actor(of: entry, responder, actor),
        responder: responder, detail: detail, at: instant)
    }
  }

  private func make(_ offer: Offer, of incident: Incident, by actor: Actor) throws {
    try endDrill(of: offer.responder, for: incident)
    try db.run(
      """
      INSERT INTO offer
        (workspace_id, id, incident_id, responder_id, state, distance_m, queued_at, expires_at, deliver_by, round)
      VALUES (\(incident.workspace), \(offer.id), \(incident.id), \(offer.responder), 'queued',
        \(offer.distance ?? 0), \(offer.queuedAt), \(offer.expiresAt), \(offer.deliverBy), \(offer.round))
      """)
    let unusual = try unusual(offer, incident)
    let metres = offer.distance.flatMap { Int64(exactly: $0.rounded()) }.map { "\($0) m, " } ?? ""
    try log(
      .offered, of: incident.id, in: incident.workspace, by: actor, responder: offer.responder,
      detail: "\(metres)\(offer.expiresAt.since(offer.queuedAt) / 1_000) s to answer\(unusual)")
    try refreshErrand(of: offer.responder, in: incident.workspace)
    try transaction.push.announce(offer, of: incident)
  }

  /// What would have kept them from being asked automatically, for the log; empty = nothing of it.
  private func unusual(_ offer: Offer, _ incident: Incident) throws -> String {
    guard !incident.isDrill else { return "" }
    let state = try transaction.liveness.state(of: offer.responder, in: incident.workspace)
    let (profile, kind) = (state.profile, incident.details.kind)
    var found =
      profile.offeredKinds.contains(kind) ? "" : ", profile \"\(profile.name)\" is not offered \(kind.plural)"
    let limit = try DispatchCases.settings(of: incident.workspace, db).hearingLimit
    guard let hears = state.hearing.within(at: now) else { return found + ", never hears of offers" }
    if hears > limit { found += ", hears of it only within \(hears.lengthWords)" }
    return found
  }

  private func store(_ step: OfferStep, of offer: Offer, _ incident: Incident, by actor: Actor) throws {
    let changed = try db.run(
      """
      UPDATE offer SET state = \(step.to), sent_at = \(offer.sentAt), delivered_at = \(offer.deliveredAt),
        seen_at = \(offer.seenAt), ended_at = \(step.to.isOpen ? nil : step.at), reason = \(offer.reason),
        answer = \(offer.answer), answered_at = \(offer.answeredAt), round = \(offer.round)
      WHERE workspace_id = \(incident.workspace) AND id = \(offer.id) AND state = \(step.from)
      """)
    guard changed == 1 else { throw StoreError.conflict("the offer has ended") }
    if let kind = IncidentStep.Kind(rawValue: step.to.rawValue) {
      try log(
        kind, of: incident.id, in: incident.workspace, by: Self.actor(of: step, actor),
        responder: offer.responder, detail: step.reason ?? "", at: step.at, phoneAt: step.phoneAt)
    }
    try refreshErrand(of: offer.responder, in: incident.workspace)
    guard !step.to.isOpen else { return }
    try transaction.push.recall(offer, of: incident, after: step)
    if step.to == .undelivered { memory.missed.insert(offer.responder) }
    if step.to == .withdrawn { memory.recalled.insert(offer.responder) }
    // People in a drill could be asked for an incident all along.
    if step.to != .accepted, !incident.isDrill { try wakeWaiting(in: incident.workspace) }
  }

  /// The consequences of a phone's report, for others or for the incident, are not its owner's acts.
  private static func actor(
    of entry: DispatchEntry, _ responder: Responder.ID?, _ actor: Actor
  ) -> Actor {
    guard let owner = actor.responder else { return actor }
    switch entry {
    case .resolved, .cancelled, .reopened, .needsChanged: return actor
    case .skipped, .nobody, .reoffered, .replacing, .kept: return .rollcall
    case .released, .assigneeOffline, .assigneeBack:
      return responder == owner ? actor : .rollcall
    }
  }

  /// A phone that accepts does not itself withdraw the other offers, and deadlines have no actor.
  private static func actor(of step: OfferStep, _ actor: Actor) -> Actor {
    switch step.to {
    case .expired, .undelivered, .unreachable: .rollcall
    case .withdrawn: actor.responder == nil ? actor : .rollcall
    case .queued, .sent, .delivered, .seen, .accepted, .declined: actor
    }
  }
}
