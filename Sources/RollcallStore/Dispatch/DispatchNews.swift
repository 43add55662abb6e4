import Rollcall
import SQL

/// A change of status of somebody whom an incident concerns.
struct DispatchNews {
  let person: Responder.ID
  let transition: Transition
  /// How they leave when they go off duty.
  let leaving: Assignment.End

  /// How they are lost by it; `nil` = they are not.
  var end: Assignment.End? {
    switch transition.to {
    case .offDuty: leaving
    case .offline: transition.rule == Liveness.revokedRule ? .loggedOut : .offline
    case .online, .degraded, .unknown: nil
    }
  }
}

extension DispatchWrites {
  /// Tells dispatch of changes of somebody's status: whoever became available may be asked, an open offer or an
  /// assignment may be lost.
  func follow(
    _ transitions: [Transition], of id: Responder.ID, in workspace: Workspace.ID, leaving: Assignment.End
  ) throws {
    if transitions.contains(where: { $0.to == .online }) { try wakeWaiting(in: workspace) }
    guard let errand = memory.responder(id)?.errand else { return }
    let own = transitions.map { DispatchNews(person: id, transition: $0, leaving: leaving) }
    let others = errand.isDrill ? [] : try news(of: errand.incident, in: workspace, but: id)
    try tell(own + others, to: errand.incident, in: workspace, touching: errand.offer)
  }

  /// What time alone has changed of the people whom an incident concerns; written with this. Whoever went offline
  /// before their time to answer was over did not fail to answer.
  func news(
    of id: Incident.ID, in workspace: Workspace.ID, but person: Responder.ID?
  ) throws -> [DispatchNews] {
    let people = try db.all(
      """
      SELECT responder_id FROM offer
        WHERE workspace_id = \(workspace) AND incident_id = \(id) AND ended_at IS NULL
      UNION SELECT responder_id FROM assignment
        WHERE workspace_id = \(workspace) AND incident_id = \(id) AND ended_at IS NULL
      """, as: Responder.ID.self)
    return try people.filter { $0 != person }.flatMap { try news(of: $0, in: workspace) }
  }

  /// What time alone has changed of one of them; written with this.
  func news(of person: Responder.ID, in workspace: Workspace.ID) throws -> [DispatchNews] {
    var state = try transaction.liveness.state(of: person, in: workspace)
    state.settle(until: now)
    return try transaction.liveness.store(state).map {
      DispatchNews(person: person, transition: $0, leaving: .offDuty)
    }
  }

  /// Applies news to an incident, each at its own instant, the earliest first.
  func tell(
    _ news: [DispatchNews], to id: Incident.ID, in workspace: Workspace.ID, touching offer: Offer.ID? = nil
  ) throws {
    guard !news.isEmpty else { return }
    let before = try DispatchCases.load(id, in: workspace, touching: offer, db)
    var machine = DispatchMachine(before)
    for item in news.sorted(by: { $0.transition.at < $1.transition.at }) { item.apply(to: &machine) }
    try store(machine, from: before, by: Actor.rollcall, in: workspace)
  }
}

extension DispatchNews {
  fileprivate func apply(to machine: inout DispatchMachine) {
    let at = transition.at
    if machine.file.assignment?.responder == person {
      switch end {
      case .offline: machine.assigneeOffline(at: at)
      case .some(let end): machine.assigneeLeft(end, at: at)
      case nil: machine.assigneeHeard(transition.to, at: at)
      }
    } else if let end,
      let offer = machine.file.offers.last(where: { $0.responder == person && $0.state.isOpen })
    {
      _ = machine.apply(.unreachable, to: offer.id, at: at, reason: end.rawValue)
    }
  }
}
