import Foundation
import GRDB
import Rollcall

/// What the writer knows of one responder while it takes in their uploads: the liveness row and what belongs to it.
struct ResponderState {
  /// The fix that is shown as where they are.
  struct Latest {
    var pingID: Int64
    var effective: Timestamp
    var position: Position
    var accuracy: Double?
    var flags: DoubtFlags
  }

  /// A queue of their phone.
  struct Queue {
    var id: Int64
    var seen: SequenceSet
  }

  let id: Responder.ID
  let workspace: Workspace.ID
  let profile: Profile
  let timeZone: TimeZone
  let retention: Milliseconds
  var reach: Reachability
  var rule: ProfileRule?
  var dutyAt: Timestamp?
  var dutyOrder: String?
  var latest: Latest?
  var phone: PhoneState
  var queueDepth: Int64?
  var hasBacklog: Bool
  /// The greatest raw time of a stored ping: anything later cannot be a duplicate.
  var newestRaw: Timestamp?
  /// By the bytes of the name: two spellings of one text are two queues, here as in the rows.
  var queues: [[UInt8]: Queue] = [:]
  var clock: (session: PhoneSession.ID, clock: SessionClock)?

  /// Chooses the profile's rule for what is known at `now`.
  mutating func chooseRule(at now: Timestamp) {
    let date = Date(timeIntervalSince1970: Double(now.milliseconds) / 1_000)
    let local = now.milliseconds / 60_000 + Int64(timeZone.secondsFromGMT(for: date) / 60)
    rule = profile.rule(
      under: ReportingConditions(
        duty: reach.duty, battery: phone.battery.value, speed: phone.speed.value,
        appState: phone.appState.value, powerMode: phone.powerMode.value,
        minuteOfDay: Int(((local % 1_440) + 1_440) % 1_440)))
    reach.ruleName = "\(profile.name)/\(rule?.name ?? "")"
    reach.thresholds = rule?.thresholds
  }
}

extension WriteTransaction {
  /// The state of a responder, from memory or from the rows.
  ///
  /// - Throws: `StoreError.notFound` for a responder that does not exist.
  func state(of id: Responder.ID) throws -> ResponderState {
    if let known = memory.responder(id) { return known }
    guard let row = try Row.fetchOne(db, sql: LivenessRow.load, arguments: [id.rawValue]) else {
      throw StoreError.notFound("responder")
    }
    return try LivenessRow.state(id, row)
  }

  /// Writes the state's liveness row and keeps the state for the next upload.
  func save(_ state: ResponderState) throws {
    let statement = try uploadStatements().liveness
    LivenessRow.bind(state, to: statement)
    try statement.run()
    memory.keep(state)
  }

  /// The phone's clock as this session knows it.
  func sessionClock(of session: PhoneSession, in state: ResponderState) throws -> SessionClock {
    if let known = state.clock, known.session == session.id { return known.clock }
    let text = try String.fetchOne(
      db, sql: "SELECT clock FROM phone_session WHERE id = ?", arguments: [session.id.rawValue])
    let numbers = try JSONDecoder().decode([[Int64]].self, from: Data((text ?? "[]").utf8))
    return SessionClock(serialized: numbers)
  }

  /// Writes what was learned of the phone's clock.
  func save(_ clock: SessionClock, of session: PhoneSession, in state: inout ResponderState) throws {
    if let known = state.clock, known.session == session.id, known.clock == clock { return }
    let lists = clock.serialized.map { "[" + $0.map(String.init).joined(separator: ",") + "]" }
    let statement = try uploadStatements().clock
    statement.bind(1, "[" + lists.joined(separator: ",") + "]")
    statement.bind(2, session.id.rawValue)
    try statement.run()
    state.clock = (session.id, clock)
  }
}
