import Rollcall
import SQL

/// One subject's part of a transaction.
protocol TransactionPart {
  /// The transaction shared by all subjects.
  var transaction: WriteTransaction { get }
}

extension TransactionPart {
  var db: Database { transaction.db }
  var now: Timestamp { transaction.now }
  var memory: WriterMemory { transaction.memory }

  func afterCommit(_ action: @escaping @Sendable () -> Void) { transaction.afterCommit(action) }
}
