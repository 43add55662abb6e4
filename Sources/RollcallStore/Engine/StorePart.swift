import Rollcall
import SQL

/// One subject's part of the store: its use cases, on the store that all of them share.
protocol StorePart: Sendable {
  /// The store shared by all subjects.
  var store: Store { get }
}

extension StorePart {
  var clock: @Sendable () -> Timestamp { store.clock }

  func read<Value>(_ query: (Database) throws -> Value) throws(StoreError) -> Value {
    try store.read(query)
  }

  func write<Value>(
    tellsChanges: Bool = false, _ work: (WriteTransaction) throws -> Value
  ) throws(StoreError) -> Value {
    try store.write(tellsChanges: tellsChanges, work)
  }

  func write<Value>(
    _ scope: Scope, _ work: (WriteTransaction) throws -> Value
  ) throws(StoreError) -> Value {
    try store.write(scope, work)
  }

  func write<Value>(
    rows: Int = 1, bytes: Int = 256, tellsChanges: Bool = false, isRepeatable: Bool = false,
    _ work: @escaping (WriteTransaction) throws -> Value,
    done: @escaping (Result<Value, StoreError>) -> Void
  ) {
    store.write(
      rows: rows, bytes: bytes, tellsChanges: tellsChanges, isRepeatable: isRepeatable, work, done: done)
  }

  /// The part of a span for which the log is kept.
  func kept(_ span: TimeSpan) -> TimeSpan {
    let limit = RetentionLimits(days: RetentionLimits.logDays, now: clock()).log
    return TimeSpan(from: max(span.from, limit), to: span.to)
  }
}
