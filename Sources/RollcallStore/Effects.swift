import DequeModule
import Rollcall

/// What a change in one subject means for another. It is carried out later in the same transaction, so that no subject
/// calls one that calls it back.
enum Effect {
  case statusChanged(StatusChange)
  /// Somebody of a workspace may be asked now who could not be asked before.
  case becameAvailable(in: Workspace.ID)
  /// This server heard nobody during a span.
  case unobserved(TimeSpan, isShort: Bool)
  /// By the clock of now, deadlines that were written before mean nothing.
  case clockSteppedBack
}

/// What happened to the status of a person.
struct StatusChange {
  let person: Responder.ID
  let workspace: Workspace.ID
  /// Each at its own instant, ascending.
  let transitions: [Transition]
  /// How they leave an incident of theirs when they went off duty.
  var leaving = Assignment.End.offDuty
}

/// The effects of the job at work that are not carried out yet, the oldest first.
struct Effects {
  private var waiting = Deque<Effect>()
  /// How many were carried out since the start.
  private(set) var carriedOut = 0

  mutating func append(_ effect: Effect) { waiting.append(effect) }

  mutating func next() -> Effect? {
    guard let effect = waiting.popFirst() else { return nil }
    carriedOut += 1
    return effect
  }

  /// Takes the changes of somebody's status that no other kind of effect precedes.
  mutating func takeChanges(of person: Responder.ID) -> [StatusChange] {
    var taken: [StatusChange] = []
    var index = waiting.startIndex
    while index < waiting.endIndex, case .statusChanged(let change) = waiting[index] {
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
  /// Notes what a change means for other subjects.
  func emit(_ effect: Effect) { memory.effects.append(effect) }

  /// Ends a job: nothing of it waits any more, and the next one reads its cases itself.
  func finish() throws {
    try carryOutEffects()
    memory.cases.removeAll()
  }

  /// Carries out the effects that wait, the oldest first, until none is left. The writer does so at the end of each job;
  /// a use case that reads what an effect may change does so before it reads.
  ///
  /// The loop ends. Only a change of status can lead to another effect: it may end an assignment, its holder is on duty
  /// again, and that may change their status. Nothing here assigns anybody, so this happens at most once for each
  /// assignment that was in force. Every change of status is a row of `transition`, and all of them have one instant, at
  /// which settling a person twice finds nothing the second time.
  func carryOutEffects() throws {
    while let effect = memory.effects.next() {
      switch effect {
      case .statusChanged(let change): try dispatch.follow(change)
      case .becameAvailable(let workspace): try dispatch.wakeWaiting(in: workspace)
      case .unobserved(let span, let isShort): try dispatch.dispatchUnobserved(span, isShort: isShort)
      case .clockSteppedBack: try dispatch.dispatchSteppedBack()
      }
    }
  }
}
