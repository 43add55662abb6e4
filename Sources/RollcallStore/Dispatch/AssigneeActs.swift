public import Rollcall
import SQL

/// What a dispatcher does about an assignee, or writes down for them.
public enum AssigneeAct: String, CaseIterable, Sendable {
  /// Others are asked at once; the assignee keeps the incident until one of them accepts.
  case replace
  /// The assignee is not replaced any more.
  case keep
  /// The incident is taken from them at once, and others are asked.
  case release
  case onTheWay = "on-the-way"
  case arrived
  /// Their part is done.
  case done
}

/// A dispatcher's call to a person about an incident.
public struct IncidentCall: Equatable, Sendable {
  /// What came of it.
  public enum Result: String, CaseIterable, Sendable {
    case reached
    case notReached = "not_reached"
    /// They take it: an assignment, also of somebody who is offline or off duty.
    case accepts
    case declines

    /// The result in the log's entry: its first word.
    init?(detail: String) {
      let word = detail.utf8.prefix { $0 != UInt8(ascii: ":") }
      self.init(rawValue: String(Substring(word)))
    }
  }

  /// Who was called.
  public let responder: Responder.ID
  /// What came of it.
  public let result: Result
  /// A note for the log, at most 500 bytes; may be empty.
  public let note: String

  /// A call from its parts.
  public init(_ responder: Responder.ID, _ result: Result, note: String = "") {
    self.responder = responder
    self.result = result
    self.note = note
  }
}

extension DispatchStore {
  /// Acts on an assignee of an incident. Repeating it changes nothing.
  ///
  /// - Parameter reason: why, at most 500 bytes; may be empty.
  /// - Throws: `notFound`, `invalid`; `conflict` when the incident is not theirs.
  public func act(
    _ act: AssigneeAct, on responder: Responder.ID, of incident: Incident.ID, because reason: String = "",
    in scope: Scope
  ) throws(StoreError) {
    guard reason.utf8.count <= 500 else { throw .invalid("A reason is \(NameLimits.words(upTo: 500))") }
    try write(scope) {
      try AssigneeWrites(transaction: $0).act(
        act, on: responder, of: incident, because: reason, by: scope.actor, in: scope.workspace)
    }
  }

  /// Writes down a call to a person, and what they said.
  ///
  /// - Throws: `notFound`, `invalid`; `conflict` when they cannot take the incident.
  public func note(_ call: IncidentCall, about incident: Incident.ID, in scope: Scope) throws(StoreError) {
    guard call.note.utf8.count <= 500 else { throw .invalid("A note is \(NameLimits.words(upTo: 500))") }
    try write(scope) {
      try AssigneeWrites(transaction: $0).note(call, about: incident, by: scope.actor, in: scope.workspace)
    }
  }
}

/// What a dispatcher does about assignees, as it is written.
struct AssigneeWrites: TransactionPart {
  let transaction: WriteTransaction

  private var dispatch: DispatchWrites { transaction.dispatch }

  fileprivate func act(
    _ act: AssigneeAct, on responder: Responder.ID, of incident: Incident.ID, because reason: String,
    by actor: Actor, in workspace: Workspace.ID
  ) throws {
    let isTheirs = try isTheirs(act, responder, incident, reason, by: actor, in: workspace)
    guard isTheirs else { throw StoreError.conflict("The incident is not theirs") }
    try transaction.audit(
      actor, "incident.\(act.rawValue)", subject: Incidents.order(incident),
      detail: "responder \(responder.rawValue)", in: workspace)
  }

  private func isTheirs(
    _ act: AssigneeAct, _ responder: Responder.ID, _ incident: Incident.ID, _ reason: String, by actor: Actor,
    in workspace: Workspace.ID
  ) throws -> Bool {
    let isOffline = try dispatch.settledState(of: responder, in: workspace).live.status == .offline
    switch act {
    case .replace, .keep, .release:
      return try dispatch.advance(incident, in: workspace, by: actor) { machine in
        switch act {
        case .replace: machine.replace(responder, because: reason, at: now)
        case .keep: machine.keep(responder, isOffline: isOffline, at: now)
        default: machine.free(responder, because: reason, at: now)
        }
      }
    case .onTheWay, .arrived, .done:
      try dispatch.advance(incident, in: workspace, by: actor) { _ in }
      guard let assignment = try Assignments.find(of: responder, in: workspace, db),
        assignment.incident.id == incident
      else {
        return try act == .done && isDone(responder, incident, in: workspace)
      }
      try note(act, of: assignment, reason, by: actor)
      return true
    }
  }

  /// Whether their part of an incident was done before.
  private func isDone(
    _ responder: Responder.ID, _ incident: Incident.ID, in workspace: Workspace.ID
  ) throws -> Bool {
    try db.exists(
      """
      SELECT 1 FROM assignment WHERE workspace_id = \(workspace) AND incident_id = \(incident)
        AND responder_id = \(responder) AND reason = \(Assignment.End.completed.rawValue)
      """)
  }

  private func note(
    _ act: AssigneeAct, of assignment: AssignedIncident, _ reason: String, by actor: Actor
  ) throws {
    let workspace = assignment.incident.workspace
    let row: Query = "workspace_id = \(workspace) AND id = \(assignment.id)"
    switch act {
    case .done:
      _ = try dispatch.complete(assignment, nil, assignment.responder, workspace, by: actor, detail: reason)
      return
    case .arrived:
      guard assignment.arrivedAt == nil else { return }
      try db.run("UPDATE assignment SET arrived_at = \(now) WHERE \(row)")
    default:
      guard assignment.onWayAt == nil else { return }
      try db.run("UPDATE assignment SET on_way_at = \(now) WHERE \(row)")
    }
    try dispatch.log(
      act == .arrived ? .arrived : .onTheWay, of: assignment.incident.id, in: workspace, by: actor,
      responder: assignment.responder, detail: reason)
    try dispatch.refreshErrand(of: assignment.responder, in: workspace)
  }

  fileprivate func note(
    _ call: IncidentCall, about incident: Incident.ID, by actor: Actor, in workspace: Workspace.ID
  ) throws {
    guard try Responders.find(call.responder, in: workspace, db) != nil else {
      throw StoreError.notFound("responder \(call.responder.rawValue)")
    }
    let found = try Incidents.require(incident, in: workspace, db)
    guard !found.isDrill else { throw StoreError.notFound("incident \(incident.rawValue)") }
    let words = call.result.rawValue + (call.note.utf8.isEmpty ? "" : ": \(call.note)")
    try dispatch.log(
      .called, of: incident, in: workspace, by: actor, responder: call.responder, detail: words)
    switch call.result {
    case .reached, .notReached: break
    case .accepts: try acceptByVoice(call.responder, incident, by: actor, in: workspace)
    case .declines:
      try dispatch.advance(incident, in: workspace, by: actor) {
        $0.declineByVoice(call.responder, reason: call.note.utf8.isEmpty ? nil : call.note, at: now)
      }
    }
    try transaction.audit(
      actor, "incident.call", subject: Incidents.order(incident),
      detail: "responder \(call.responder.rawValue), \(call.result.rawValue)", in: workspace)
  }

  private func acceptByVoice(
    _ responder: Responder.ID, _ incident: Incident.ID, by actor: Actor, in workspace: Workspace.ID
  ) throws {
    let state = try dispatch.settledState(of: responder, in: workspace)
    if let errand = state.errand, errand.isAssigned {
      throw StoreError.conflict("They have \(Incidents.order(errand.incident)) already")
    }
    let keys = state.abilities.keys(at: transaction.lapsingTime)
    try dispatch.refusable(in: workspace) {
      try dispatch.advance(incident, in: workspace, by: actor) {
        try $0.acceptByVoice(
          responder, skills: keys, isHeard: state.live.status == .online, at: now)
      }
    }
    // Nobody has an incident and an offer of another.
    if let errand = state.errand, errand.state.isOpen, errand.incident != incident, let offer = errand.offer {
      try dispatch.advance(errand.incident, in: workspace, by: Actor.rollcall, touching: offer) {
        _ = $0.apply(.withdrawn, to: offer, at: now, reason: Offer.Withdrawal.elsewhere.rawValue)
      }
      try dispatch.refreshErrand(of: responder, in: workspace)
    }
  }
}
