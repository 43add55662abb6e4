import Foundation
import Rollcall
import SQL

extension TrackingWrites {
  /// The phone's clock as this session knows it.
  func sessionClock(of session: PhoneSession) throws -> SessionClock {
    let state = try transaction.liveness.state(of: session.responder, in: session.workspace)
    if let known = state.clock, known.session == session.id { return known.clock }
    let text = try db.first(
      "SELECT clock FROM phone_session WHERE workspace_id = \(session.workspace) AND id = \(session.id)",
      as: String.self)
    let numbers = try JSONDecoder().decode([[Int64]].self, from: Data((text ?? "[]").utf8))
    return SessionClock(serialized: numbers)
  }

  /// Writes what was learned of the phone's clock.
  func save(_ clock: SessionClock, of session: PhoneSession, in state: inout ResponderState) throws {
    if let known = state.clock, known.session == session.id, known.clock == clock { return }
    let lists = clock.serialized.map { "[" + $0.map(String.init).joined(separator: ",") + "]" }
    let statement = try uploadStatements().clock
    statement.bind("clock", "[" + lists.joined(separator: ",") + "]")
    statement.bind("workspace_id", session.workspace)
    statement.bind("id", session.id)
    try statement.run()
    state.clock = (session.id, clock)
  }
}
