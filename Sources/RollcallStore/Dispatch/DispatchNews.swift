import Rollcall
import SQL

/// A change of status of a person involved in an incident.
struct DispatchNews {
  let person: Responder.ID
  let transition: Transition
  /// How they leave when they go off duty.
  let leaving: Assignment.End

  /// How the incident loses them by it; `nil` = it does not.
  var end: Assignment.End? {
    switch transition.to {
    case .offDuty: leaving
    case .offline: transition.rule == Liveness.revokedRule ? .loggedOut : .offline
    case .online, .degraded, .unknown: nil
    }
  }
}

extension DispatchWrites {
  /// Applies a change of a person's status: they may be a new candidate, or lose an open offer or an assignment.
  func follow(_ change: StatusChange) throws {
    let own = try news(of: change)
    guard let errand = memory.responder(change.person)?.errand else { return }
    let before = try caseInHand(errand.incident, in: change.workspace, touching: errand.offer)
    let others = errand.isDrill ? [] : try news(of: before.file, in: change.workspace, but: change.person)
    var machine = DispatchMachine(before.file)
    machine.apply(own + others)
    try store(machine, from: before, by: Actor.rollcall)
  }

  /// The news of the people in a case: their pending status changes, and passed deadlines, which are settled
  /// and stored here. The case applies all of it in order of time, so that an offer whose holder went offline
  /// first does not expire.
  func news(
    of file: DispatchCase, in workspace: Workspace.ID, but person: Responder.ID? = nil
  ) throws -> [DispatchNews] {
    try file.concerned.filter { $0 != person }.flatMap { person in
      var changes = memory.effects.takeChanges(of: person)
      var state = try transaction.liveness.state(of: person, in: workspace)
      state.settle(until: now)
      let transitions = try transaction.liveness.store(state)
      changes.append(StatusChange(person: person, workspace: workspace, transitions: transitions))
      return try changes.flatMap { try news(of: $0) }
    }
  }

  private func news(of change: StatusChange) throws -> [DispatchNews] {
    if change.transitions.contains(where: { $0.to == .online }) { try wakeWaiting(in: change.workspace) }
    return change.transitions.map {
      DispatchNews(person: change.person, transition: $0, leaving: change.leaving)
    }
  }
}

extension DispatchCase {
  /// The people with an open offer, and the assignees.
  fileprivate var concerned: [Responder.ID] {
    let asked = offers.filter(\.state.isOpen).map(\.responder)
    return Set(asked + assignees.map(\.responder)).sorted()
  }
}

extension DispatchMachine {
  /// Applies news in order of time.
  mutating func apply(_ news: [DispatchNews]) {
    for item in news.sorted(by: { $0.transition.at < $1.transition.at }) { item.apply(to: &self) }
  }
}

extension DispatchNews {
  fileprivate func apply(to machine: inout DispatchMachine) {
    let at = transition.at
    if let assignment = machine.file.assignment(of: person) {
      // By voice: only going off duty ends it.
      if assignment.by == .voice, transition.to == .offline { return machine.assigneeOffline(person, at: at) }
      switch end {
      case .offline: machine.assigneeOffline(person, at: at)
      case .some(let end): machine.assigneeLeft(person, end, at: at)
      case nil: machine.assigneeHeard(person, transition.to, at: at)
      }
    } else if let end,
      let offer = machine.file.offers.last(where: { $0.responder == person && $0.state.isOpen })
    {
      _ = machine.apply(.unreachable, to: offer.id, at: at, reason: end.rawValue)
    }
  }
}
