import Foundation
public import Rollcall
import SQL

extension DispatchStore {
  /// The people who would be asked in a drill now, by the board, and those on duty who would not. Does not
  /// block.
  ///
  /// - Parameters:
  ///   - region: only its people; `nil` = all.
  ///   - now: an instant for which the server can vouch.
  public func drillPlan(region: String?, in workspace: Workspace.ID, at now: Timestamp) -> DrillPlan {
    let people = store.liveness.board(of: workspace).filter {
      $0.person.isActive && (region == nil || $0.person.region == region)
    }
    return DrillPlan(people.map { Availability($0, at: now, hearingLimit: nil, lastAnswers: []) }, at: now)
  }

  /// Sends a drill: an offer to everyone on duty and free at this instant, all in one transaction.
  ///
  /// - Parameter once: a token sent with the form, 1 to 64 letters. The same token again sends nothing and
  ///   returns the drill sent first.
  /// - Throws: `invalid` for an unknown region; `conflict` when no one can be asked.
  public func send(
    _ drill: NewDrill, once: String? = nil, in scope: Scope
  ) throws(StoreError) -> Incident.ID {
    try sendOnce(drill, once: once, in: scope).id
  }

  /// The same, and whether it was sent now rather than by an earlier request with the same token.
  ///
  /// - Parameter fingerprint: 32 bytes that differ for different requests with the same token; `nil` = any
  ///   request.
  /// - Throws: also `keyReused`: the token sent another drill.
  public func sendOnce(
    _ drill: NewDrill, once: String?, fingerprint: [UInt8]? = nil, in scope: Scope
  ) throws(StoreError) -> (id: Incident.ID, isNew: Bool) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    return try write(scope) { try $0.dispatch.send(drill, once: once, fingerprint, by: actor, in: workspace) }
  }

  /// Ends a drill: open offers are withdrawn. Ending it again changes nothing.
  ///
  /// - Throws: `notFound` when the id is not a drill's.
  public func endDrill(
    _ id: Incident.ID, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { transaction in
      let drill = try Incidents.require(id, in: workspace, transaction.db)
      guard drill.isDrill else { throw StoreError.notFound("drill \(id.rawValue)") }
      guard !drill.state.isClosed else { return }
      _ = try transaction.dispatch.advance(id, in: workspace, by: actor) {
        $0.close(as: .resolved, .resolved, at: transaction.now)
      }
      try transaction.audit(actor, "drill.end", subject: Incidents.order(id), in: workspace)
    }
  }
}

extension DispatchWrites {
  fileprivate func send(
    _ drill: NewDrill, once: String?, _ fingerprint: [UInt8]?, by actor: Actor,
    in workspace: Workspace.ID
  ) throws -> (id: Incident.ID, isNew: Bool) {
    // Incidents have texts of their own, without blanks.
    let once = once.map { "drill \($0)" }
    if let once, let known = try drillSent(by: once, fingerprint, in: workspace) { return (known, false) }
    try check(drill.region, in: workspace)
    let plan = try plan(drill, in: workspace)
    guard let place = plan.place else {
      throw StoreError.conflict("Nobody on duty can be asked now")
    }
    let id = try insert(drill, at: place, once: once, fingerprint, by: actor, in: workspace)
    try log(.opened, of: id, in: workspace, by: actor, detail: "drill")
    let before = try caseInHand(id, in: workspace)
    var machine = DispatchMachine(before.file)
    var offers = try transaction.next(.offer, count: plan.asked.count).makeIterator()
    try machine.drill(
      plan.asked, answerWithin: drill.answerWithin,
      nextOffer: { try offers.next().map { Offer.ID($0) } ?? transaction.next(.offer) }, at: now)
    try store(machine, from: before, by: actor)
    let asked = machine.file.offers.map {
      (person: $0.responder, offer: Offer.ID?.some($0.id), reason: String?.none)
    }
    try note(
      asked + plan.leftOut.map { (person: $0.person.id, offer: nil, reason: $0.reason) }, of: id,
      in: workspace)
    let whom = try drill.region.map { try Regions.subject($0, in: workspace, db) } ?? "everybody on duty"
    try transaction.audit(
      actor, "drill.send", subject: Incidents.order(id),
      detail: "\(whom), \(plan.asked.count) asked",
      in: workspace)
    return (id, true)
  }

  private func drillSent(
    by once: String, _ fingerprint: [UInt8]?, in workspace: Workspace.ID
  ) throws -> Incident.ID? {
    try db.first(
      "SELECT id, once_hash FROM incident WHERE workspace_id = \(workspace) AND once = \(once) AND is_drill = 1"
    ) { row in
      guard try fingerprint == nil || row["once_hash"] == fingerprint else { throw StoreError.keyReused }
      return try row["id"]
    }
  }

  /// The people to ask, by the writer's own rows: everyone's passed deadlines are settled first.
  private func plan(_ drill: NewDrill, in workspace: Workspace.ID) throws -> DrillPlan {
    let ids = try db.all(
      """
      SELECT responder.id FROM responder
      JOIN liveness ON liveness.workspace_id = responder.workspace_id AND liveness.responder_id = responder.id
      WHERE responder.workspace_id = \(workspace) AND responder.active = 1
        AND (\(drill.region) IS NULL OR responder.region = \(drill.region)) AND liveness.duty <> 'off_duty'
      ORDER BY responder.id
      """, as: Responder.ID.self)
    let people = try ids.map { id in
      Availability(try settledState(of: id, in: workspace), at: now, hearingLimit: nil)
    }
    return DrillPlan(people, at: now)
  }

  private func insert(
    _ drill: NewDrill, at place: Position, once: String?, _ fingerprint: [UInt8]?, by actor: Actor,
    in workspace: Workspace.ID
  ) throws -> Incident.ID {
    let id: Incident.ID = try transaction.next(.incident)
    try db.run(
      """
      INSERT INTO incident (workspace_id, id, kind, title, severity, lat, lng, notes, region, state, state_since,
        opened_at, opened_by, once, once_hash, is_drill)
      VALUES (\(workspace), \(id), 'incident', \(drill.title), 'low', \(place.latitude), \(place.longitude),
        \(NewDrill.notes), \(drill.region), 'open', \(now), \(now), \(actor.word), \(once), \(fingerprint), 1)
      """)
    return id
  }

  private func note(
    _ people: [(person: Responder.ID, offer: Offer.ID?, reason: String?)], of drill: Incident.ID,
    in workspace: Workspace.ID
  ) throws {
    for (id, (person, offer, reason)) in zip(try transaction.next(.drillPerson, count: people.count), people)
    {
      try db.run(
        """
        INSERT INTO drill_person (workspace_id, id, incident_id, responder_id, offer_id, reason)
        VALUES (\(workspace), \(id), \(drill), \(person), \(offer), \(reason))
        """)
    }
  }
}
