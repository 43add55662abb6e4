import Foundation
import Rollcall
import SQL

/// The writer's knowledge of one responder while it handles their requests: the liveness row and its related
/// values.
struct ResponderState {
  /// The fix shown as their position.
  struct Latest {
    var pingID: Int64
    var effective: Timestamp
    var position: Position
    var accuracy: Double?
    var flags: DoubtFlags
    /// The effective time of the last sign that the phone is still there; `nil` = there was none.
    var confirmedAt: Timestamp?

    /// Its ping's place in the order of the track.
    var place: HistoryCursor { HistoryCursor(effective: effective, id: pingID) }
    /// As of when it is known.
    var asOf: Timestamp { max(effective, confirmedAt ?? effective) }
  }

  /// A queue of their phone.
  struct Queue {
    var id: Int64
    var seen: SequenceSet
  }

  /// Results of this request's events that are not in the row itself; written with the row.
  struct Unwritten {
    var transitions: [Transition] = []
    var silences: [(span: TimeSpan, thresholds: Thresholds)] = []
    var ruleChanges: [(at: Timestamp, rule: RuleInForce)] = []
    /// When hours of duty ended, or what outlasted them.
    var dutyEnds: [Timestamp] = []

    var isEmpty: Bool {
      transitions.isEmpty && silences.isEmpty && ruleChanges.isEmpty && dutyEnds.isEmpty
    }
  }

  var person: Responder
  var book: RuleBook
  let timeZone: TimeZone
  let retention: Milliseconds
  var live: Liveness
  var rule: ProfileRule?
  var dutyAt: Timestamp?
  var dutyOrder: String?
  /// Their own duty rule; `nil` = their profile's.
  var ownDutyRule: DutyRule?
  var hours = HoursState()
  var flapping: Flapping
  var latest: Latest?
  /// The doubts about their positions of the last day.
  var doubts: RecentDoubts
  var phone: PhoneState
  var queueDepth: Int64?
  var hasBacklog: Bool
  /// The foreign app whose intervals judge them; `nil` = their profile's do.
  var reporter: Reporter?
  var errand: Errand?
  /// What became of their offers of late.
  var record: OfferRecord
  /// The greatest raw time of a stored ping: anything later cannot be a duplicate.
  var newestRaw: Timestamp?
  /// How many positions of theirs were ever stored.
  var pings: Int64
  /// How many uploads of theirs there ever were.
  var uploads: Int64
  /// By the bytes of the name: two spellings of one text are two queues, here as in the rows.
  var queues: [[UInt8]: Queue] = [:]
  var clock: (session: PhoneSession.ID, clock: SessionClock)?
  /// The thresholds in force until the last change of rule, and the time of that change.
  var judgedBefore: (change: Timestamp, thresholds: Thresholds?)?
  var motion: KnownMotion?
  /// The places they are in; `nil` = not loaded yet.
  var presence: Presence?
  var unwritten = Unwritten()

  var id: Responder.ID { person.id }
  var workspace: Workspace.ID { person.workspace }
  /// The key of rows about them.
  var key: ResponderKey { ResponderKey(id, in: workspace) }
  var profile: Profile { book.profile }
  /// What they can do. The last local day of a skill counts whole.
  var abilities: Abilities {
    Abilities(person.skills) { day in
      CivilDate(daysSince1970: day.daysSince1970 + 1).start(offset: secondsAhead)
    }
  }
  /// How soon they hear of an offer. An app of others does not show offers.
  var hearing: Hearing {
    Hearing(
      provedUntil: record.provedUntil,
      textProvedUntil: record.textNumber == person.phone ? record.textProvedUntil : nil,
      interval: reporter == nil ? live.force.interval : nil)
  }

  /// When this responder must be settled if nothing is heard; `nil` = never. Off duty, too, hours begin.
  var deadline: Timestamp? {
    let watched = live.duty.isWatched ? [live.deadline, live.force.until] : []
    return (watched + [hours.nextChange]).compactMap(\.self).min()
  }
}

extension LivenessWrites {
  /// The state of a responder, from memory or from the rows.
  ///
  /// - Throws: `StoreError.notFound` for a responder that the workspace does not have.
  func state(of id: Responder.ID, in workspace: Workspace.ID) throws -> ResponderState {
    if let known = memory.responder(id), known.workspace == workspace { return known }
    let state = try db.first(LivenessRow.one(id, in: workspace)) {
      try LivenessRow.state($0, memory: memory, db)
    }
    guard let state else { throw StoreError.notFound("responder") }
    return state
  }

  /// Writes the liveness row and the results of the events, keeps the state for the next request, and emits
  /// the status changes.
  ///
  /// - Parameter leaving: how they leave their incident, when they go off duty.
  func save(_ changed: ResponderState, leaving: Assignment.End = .offDuty) throws {
    let found = try store(changed)
    if !found.isEmpty {
      transaction.emit(
        .statusChanged(
          StatusChange(
            person: changed.id, workspace: changed.workspace, transitions: found, leaving: leaving)))
    }
  }

  /// The same without effects. Returns the status changes.
  func store(_ changed: ResponderState) throws -> [Transition] {
    var state = changed
    // These are changed elsewhere: a copy of the state older than such a change must not undo it.
    if let known = memory.responder(state.id) {
      (state.errand, state.record) = (known.errand, known.record)
      // An id or a number is never used twice.
      state.pings = max(state.pings, known.pings)
      state.uploads = max(state.uploads, known.uploads)
    }
    let statement = try transaction.tracking.uploadStatements().liveness
    LivenessRow.bind(state, to: statement)
    try statement.run()
    try write(state.unwritten, of: state)
    let transitions = state.unwritten.transitions
    state.unwritten = ResponderState.Unwritten()
    memory.save(state)
    return transitions
  }
}
