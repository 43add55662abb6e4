import DequeModule
import Rollcall

/// An effect of a change in one subject on another.
///
/// A subject emits effects instead of calling the others, so that no call leads back to it. They are carried
/// out later in the same transaction.
enum Effect {
  case personAdded(Responder.ID, in: Workspace.ID, Profile)
  /// The profile, a flag or something else that decides about a person's rule has changed.
  case rulesChanged(of: Responder.ID, in: Workspace.ID)
  /// A phone made a request without a position.
  case phoneHeard(PhoneSession)
  case statusChanged(StatusChange)
  /// A phone's session has ended: no message wakes it.
  case sessionEnded(of: Responder.ID, in: Workspace.ID)
  /// There may be a new candidate for waiting incidents.
  case becameAvailable(in: Workspace.ID)
  /// The server was down or asleep for too long.
  case serverWasAway(TimeSpan)
  case clockSetBack(from: Timestamp)
  /// An absence of the server was stored.
  case unobserved(TimeSpan, isShort: Bool)
  /// The clock changed: stored deadlines are meaningless.
  case deadlinesVoid
  case alertOpened(Int64, in: Workspace.ID)
  case alertClosed(Int64, in: Workspace.ID)
  /// The snooze of an open alert has ended.
  case alertWoken(Int64, in: Workspace.ID)
  /// An entry of an incident's log that channels may be told of.
  case incidentStep(Int64, in: Workspace.ID)
  /// A scheduled report was stored.
  case reportMade(file: String, in: Workspace.ID)
}

/// Status changes of one person in one write.
struct StatusChange {
  let person: Responder.ID
  let workspace: Workspace.ID
  /// In ascending order of time.
  let transitions: [Transition]
  /// How their assignment ends if they went off duty.
  var leaving = Assignment.End.offDuty
}

/// The pending effects of the current job, oldest first.
struct Effects {
  private var waiting = Deque<Effect>()
  /// The number of effects carried out since the start, without those that only tell channels. Tests compare it
  /// with the bound of the loop.
  private(set) var carriedOut = 0

  mutating func append(_ effect: Effect) { waiting.append(effect) }

  mutating func next() -> Effect? {
    guard let effect = waiting.popFirst() else { return nil }
    if case .incidentStep = effect { return effect }
    carriedOut += 1
    return effect
  }

  /// Removes and returns a person's status changes, up to the first effect of another kind. What channels are
  /// told changes nothing and is passed over.
  mutating func takeChanges(of person: Responder.ID) -> [StatusChange] {
    var taken: [StatusChange] = []
    var index = waiting.startIndex
    while index < waiting.endIndex {
      if case .incidentStep = waiting[index] {
        index += 1
        continue
      }
      guard case .statusChanged(let change) = waiting[index] else { break }
      if change.person == person {
        waiting.remove(at: index)
        taken.append(change)
      } else {
        index += 1
      }
    }
    carriedOut += taken.count
    return taken
  }

  mutating func removeAll() { waiting.removeAll() }
}

extension WriteTransaction {
  /// Queues an effect.
  func emit(_ effect: Effect) { memory.effects.append(effect) }

  /// Ends a job: carries out its effects and drops its cases, so that the next job reads its own.
  func finish() throws {
    try carryOutEffects()
    memory.cases.removeAll()
  }

  /// Carries out the pending effects, oldest first, until none is left. The writer calls this at the end of
  /// each job. A use case calls it before it reads data that an effect may change.
  ///
  /// The loop ends. An event of a person or of the server leads to at most one `statusChanged` for each
  /// person: settling twice at one instant finds nothing new. A `statusChanged` leads to another one only if
  /// it ends an assignment, which puts its holder back on duty. No effect makes an assignment, so this
  /// happens at most once for each assignment in force. All other effects lead to none.
  func carryOutEffects() throws {
    while let effect = memory.effects.next() {
      switch effect {
      case .personAdded(let id, let workspace, let profile):
        try liveness.beginLog(of: id, in: workspace, profile: profile)
      case .rulesChanged(let id, let workspace): try liveness.chooseRule(of: id, in: workspace)
      case .phoneHeard(let session): try liveness.contact(session)
      case .statusChanged(let change): try dispatch.follow(change)
      case .sessionEnded(let id, let workspace): try dispatch.refreshRecord(of: id, in: workspace)
      case .becameAvailable(let workspace): try dispatch.wakeWaiting(in: workspace)
      case .serverWasAway(let span): try liveness.noteAbsence(span)
      case .clockSetBack(let mark): try liveness.noteStepBack(from: mark)
      case .unobserved(let span, let isShort): try dispatch.dispatchUnobserved(span, isShort: isShort)
      case .deadlinesVoid: try dispatch.dispatchSteppedBack()
      case .alertOpened(let id, let workspace): try channels.announce(alert: id, opens: true, in: workspace)
      case .alertClosed(let id, let workspace): try channels.announce(alert: id, opens: false, in: workspace)
      case .alertWoken(let id, let workspace): try channels.announceWoken(alert: id, in: workspace)
      case .incidentStep(let id, let workspace): try channels.announce(step: id, in: workspace)
      case .reportMade(let file, let workspace): try channels.announceReport(file, in: workspace)
      }
    }
  }
}
