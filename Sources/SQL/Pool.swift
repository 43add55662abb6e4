import CSQLite
import GRDB

/// SQLite as it is set up before the first connection. Its statistics of memory cost a tenth of a writer's time, and nothing
/// reads them.
private let library: Void = {
  // A program that has used SQLite before keeps them.
  _ = csqlite_stop_counting_memory()
}()

/// How connections are opened.
package struct Configuration: Sendable {
  var base = GRDB.Configuration()

  /// The defaults: foreign keys are checked, locks are not waited for, and the file may be written.
  package init() {}

  /// Whether nothing can be written.
  package var readonly: Bool {
    get { base.readonly }
    set { base.readonly = newValue }
  }

  /// Whether foreign keys are checked.
  package var foreignKeysEnabled: Bool {
    get { base.foreignKeysEnabled }
    set { base.foreignKeysEnabled = newValue }
  }

  /// How many connections of a pool are readers.
  package var maximumReaderCount: Int {
    get { base.maximumReaderCount }
    set { base.maximumReaderCount = newValue }
  }

  /// How long to wait for the lock of another connection, seconds.
  package mutating func waitForLocks(seconds: Double) { base.busyMode = .timeout(seconds) }

  /// Runs on each new connection before anything else.
  package mutating func prepareDatabase(_ body: @escaping @Sendable (Database) throws -> Void) {
    base.prepareDatabase { try body(Database($0)) }
  }
}

/// One connection that writes, and several that read beside it, on a file with a write-ahead log.
package final class DatabasePool: Sendable {
  let base: GRDB.DatabasePool

  /// Opens a file, or creates it. In WAL mode, `synchronous` is NORMAL unless it is set otherwise.
  ///
  /// - Throws: `DatabaseError`, and what the configuration throws.
  package init(path: String, configuration: Configuration = Configuration()) throws {
    library
    base = try ours { try GRDB.DatabasePool(path: path, configuration: configuration.base) }
  }

  /// The file.
  package var path: String { base.path }

  /// Reads in one snapshot of the file. Blocks, also while all readers are in use.
  package func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try ours { try base.read { try body(Database($0)) } }
  }

  /// Writes in a transaction, which is rolled back when `body` throws. Blocks.
  @discardableResult
  package func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try ours { try base.write { try body(Database($0)) } }
  }

  /// Passes the writing connection to `body`. Blocks. A transaction that it begins must be ended.
  @discardableResult
  package func writeWithoutTransaction<Value>(_ body: (Database) throws -> Value) rethrows -> Value {
    try base.writeWithoutTransaction { try body(Database($0)) }
  }

  /// Closes all connections.
  ///
  /// - Throws: `DatabaseError` while a statement is still held.
  package func close() throws { try ours { try base.close() } }
}

/// One connection.
package final class DatabaseQueue: Sendable {
  let base: GRDB.DatabaseQueue

  /// A database in memory.
  package init() throws {
    library
    base = try ours { try GRDB.DatabaseQueue() }
  }

  /// Opens a file, or creates it, without changing its journal mode.
  ///
  /// - Throws: `DatabaseError`, and what the configuration throws.
  package init(path: String, configuration: Configuration = Configuration()) throws {
    library
    base = try ours { try GRDB.DatabaseQueue(path: path, configuration: configuration.base) }
  }

  /// Passes the connection to `body`. Blocks. A transaction that it begins must be ended.
  @discardableResult
  package func inDatabase<Value>(_ body: (Database) throws -> Value) rethrows -> Value {
    try base.inDatabase { try body(Database($0)) }
  }

  /// Reads in one snapshot of the file. Blocks.
  package func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try ours { try base.read { try body(Database($0)) } }
  }

  /// Closes the connection.
  ///
  /// - Throws: `DatabaseError` while a statement is still held.
  package func close() throws { try ours { try base.close() } }
}
