import Rollcall
import SQL

/// What one subject does in a transaction, on what all of them share.
protocol TransactionPart {
  /// What all subjects share.
  var transaction: WriteTransaction { get }
}

extension TransactionPart {
  var db: Database { transaction.db }
  var now: Timestamp { transaction.now }
  var memory: WriterMemory { transaction.memory }

  func afterCommit(_ action: @escaping @Sendable () -> Void) { transaction.afterCommit(action) }
}
