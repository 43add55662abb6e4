public import Rollcall
import SQL

/// A phone's change of duty.
public struct DutyChange: Equatable, Sendable {
  /// The new state.
  public var state: DutyState
  /// When, by the phone's clock; the server's time when absent.
  public var at: Timestamp?
  /// The phone's own id of the change; a repeated id is the same change. 1 to 64 bytes without control
  /// characters.
  public var id: String?
  /// The order or mission it belongs to. 1 to 64 bytes.
  public var order: String?

  /// A change from its parts.
  public init(state: DutyState, at: Timestamp? = nil, id: String? = nil, order: String? = nil) {
    self.state = state
    self.at = at
    self.id = id
    self.order = order
  }
}

extension LivenessStore {
  /// Applies a change of duty; one older than the last applied goes to the timeline only.
  ///
  /// - Parameter done: gets the facts about the phone afterwards.
  public func change(
    duty change: DutyChange, from session: PhoneSession,
    done: @escaping @Sendable (Result<PhoneView, StoreError>) -> Void
  ) {
    write(rows: 2, tellsChanges: true) { transaction in
      try transaction.liveness.change(change, from: session)
      return try transaction.liveness.view(of: session)
    } done: {
      done($0)
    }
  }
}

extension LivenessWrites {
  /// Applies a phone's change of duty: a contact.
  func change(_ change: DutyChange, from session: PhoneSession) throws {
    var state = try state(of: session.responder, in: session.workspace)
    let clock = try transaction.tracking.sessionClock(of: session)
    let at = change.at.map { clock.judge(recordedAt: $0, receivedAt: now).effective } ?? now
    let isLatest = state.dutyAt.map { at >= $0 } ?? true
    let isNew = try log(change, of: state, at: at, isApplied: isLatest)
    if isNew, isLatest {
      state.apply(change, at: at, now: now)
      state.switchedByHand(at: now)
    }
    try beginDuty(of: &state, by: .contact)
    state.contacted(at: now, by: .ourApp)
    try save(state)
    // Back from their own order they can be asked again, although their status has not changed.
    if isNew, isLatest, change.state == .onDuty { transaction.emit(.becameAvailable(in: state.workspace)) }
  }

  /// Applies a duty state that no one sent: the first login, a logout, an incident assigned or given back.
  func apply(duty: DutyState, order: String? = nil, to state: inout ResponderState) throws {
    let change = DutyChange(state: duty, order: order)
    _ = try log(change, of: state, at: now, isApplied: true)
    state.apply(change, at: now, now: now)
  }

  /// Writes a change to the timeline; `false` = it was written before.
  private func log(
    _ change: DutyChange, of state: ResponderState, at: Timestamp, isApplied: Bool
  ) throws -> Bool {
    return try db.run(
      """
      INSERT INTO duty_change
        (workspace_id, id, responder_id, change_id, state, duty_order, at, received_at, applied)
      VALUES (\(state.workspace), \(try transaction.next(.dutyChange, as: Int64.self)), \(state.id), \(change.id),
        \(change.state), \(change.order), \(at), \(now), \(isApplied))
      ON CONFLICT (workspace_id, responder_id, change_id) DO NOTHING
      """) > 0
  }
}
