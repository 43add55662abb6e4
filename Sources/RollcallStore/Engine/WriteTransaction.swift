import Rollcall
import SQL

/// The data and operations of a use case while the writer runs it. Lives only during the call.
struct WriteTransaction {
  /// The writer's connection, inside a transaction and a savepoint of this use case.
  let db: Database
  /// One clock reading for the whole transaction.
  let now: Timestamp
  /// The writer's own memory of rows.
  let memory: WriterMemory
  /// The origin of the request, for the audit.
  var origin = AuditOrigin.current

  /// Writes that the server was alive and able to write at `now`: never older than the last committed request.
  func moveAliveMark() throws {
    memory.aliveMark = now
    if let clock = memory.clock {
      try AliveMark.write(clock.mark(at: now), db)
    } else {
      try AliveMark.write(now, db)
    }
  }

  /// Reports a change to a person's data besides their saved state.
  func noteChange(of person: Responder.ID) { memory.changed.insert(person) }

  /// Reports a change that concerns more than one person.
  func noteCommonChange() { memory.isCommonChanged = true }

  /// Runs `action` when, and only when, the transaction is on disk.
  func afterCommit(_ action: @escaping @Sendable () -> Void) { memory.afterCommit.append(action) }
}
