import GRDB
import Rollcall

/// What a use case may touch while the writer runs it. Lives only during the call.
struct WriteTransaction {
  /// The writer's connection, inside a transaction and a savepoint of this use case.
  let db: Database
  /// One clock reading for the whole transaction.
  let now: Timestamp
  /// The writer's own memory of rows.
  let memory: WriterMemory

  /// Writes that the server was alive and able to write at `now`: never older than the last committed request.
  func moveAliveMark() throws {
    try db.cachedStatement(sql: "UPDATE alive SET at = ? WHERE id = 1").execute(arguments: [now.milliseconds])
  }

  /// Runs `action` when, and only when, the transaction is on disk.
  func afterCommit(_ action: @escaping @Sendable () -> Void) { memory.afterCommit.append(action) }
}

/// The writer's copies of rows it needs for each upload, and its prepared statements.
///
/// Only the writer's thread touches it. It is never the truth: after a rollback the copies are dropped.
final class WriterMemory {
  /// What ingest knows of each responder.
  private var responders: [Responder.ID: ResponderState] = [:]
  /// Whose copies the member at work has replaced: they are wrong when its savepoint is rolled back.
  private var replaced: Set<Responder.ID> = []
  /// What to do once the transaction is on disk.
  var afterCommit: [@Sendable () -> Void] = []
  /// Statements of the upload path, prepared at first use.
  var uploadStatements: UploadStatements?

  /// The copy of a responder's rows, when there is one.
  func responder(_ id: Responder.ID) -> ResponderState? { responders[id] }

  /// Keeps what has just been written of a responder.
  func keep(_ state: ResponderState) {
    responders[state.id] = state
    replaced.insert(state.id)
  }

  /// Forgets the copy of one responder, after a change beside ingest.
  func forget(_ id: Responder.ID) { responders[id] = nil }

  /// A member begins: what it replaces from now on stands or falls with it.
  func memberBegins() { replaced.removeAll(keepingCapacity: true) }

  /// The member's savepoint was rolled back: its copies are of rows that do not exist.
  func memberFailed() {
    for id in replaced { responders[id] = nil }
  }

  /// Forgets the copies of responders, after a change that concerns many.
  func forgetResponders() { responders.removeAll(keepingCapacity: true) }

  /// Forgets every copy of a row.
  func forget() {
    forgetResponders()
    afterCommit.removeAll()
  }
}
