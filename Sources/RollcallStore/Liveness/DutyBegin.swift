import Rollcall
import SQL

/// What was heard of a phone, as its duty rule asks.
enum DutySign {
  /// A request without a report: a login, a replay, a question.
  case contact
  /// A ping, a sign of life or an event from a session or app made at `since`.
  case report(since: Timestamp, isOurApp: Bool)
}

extension LivenessWrites {
  /// Puts a person on duty when their duty rule says that what was heard begins it.
  func beginDuty(of state: inout ResponderState, by sign: @autoclosure () throws -> DutySign) throws {
    state.settle(until: now)
    guard !state.live.duty.isWatched, try begins(by: try sign(), state) else { return }
    try apply(duty: .onDuty, to: &state)
  }

  private func begins(by sign: DutySign, _ state: ResponderState) throws -> Bool {
    let off = state.hours.offByHand
    switch (state.dutyRule, sign) {
    case (.timetable, _):
      guard let hours = state.hours(at: now) else { return false }
      return off.map { $0 < hours.from } ?? true
    case (.reporting, .report(let since, _)), (nil, .report(let since, isOurApp: false)):
      return off.map { $0 < since } ?? true
    case (.reporting, .contact), (nil, .contact), (nil, .report), (.manual, _): return false
    }
  }

  /// A report of a phone with our own app.
  func report(from session: PhoneSession) throws -> DutySign {
    let since = try db.first(
      "SELECT created_at FROM phone_session WHERE workspace_id = \(session.workspace) AND id = \(session.id)",
      as: Timestamp.self)
    return .report(since: since ?? now, isOurApp: true)
  }
}
