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
  var responders: [Responder.ID: ResponderState] = [:]
  /// What to do once the transaction is on disk.
  var afterCommit: [@Sendable () -> Void] = []
  /// Statements of the upload path, prepared at first use.
  var uploadStatements: UploadStatements?

  /// Forgets the copies of responders, after a change that concerns many.
  func forgetResponders() { responders.removeAll(keepingCapacity: true) }

  /// Forgets every copy of a row.
  func forget() {
    forgetResponders()
    afterCommit.removeAll()
  }
}
