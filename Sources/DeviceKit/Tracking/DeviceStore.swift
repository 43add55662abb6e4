import Foundation
import GRDB
public import Rollcall

/// Why the phone's file could not be read or written. The text is for the app's developers; it holds no
/// position and no personal data.
public enum DeviceStoreError: Error, Equatable, Sendable {
  /// The file belongs to another program, or to a newer version of this one.
  case foreign(String)
  /// There is no room left.
  case full(String)
  /// The file is corrupt: what can be read of it may be wrong.
  case damaged(String)
  /// The file is locked by another process, or it cannot be read.
  case unavailable(String)
}

/// The file that holds what a phone has yet to send, and what must survive a restart of the app.
///
/// One file for each installation. A completed write is on disk even if the app is killed the next moment.
/// The file may be used from any thread, by one process.
///
/// For example:
///
///     let store = try DeviceStore(path: folder.appending(path: "rollcall.sqlite").path)
///     let queue = try store.queue(of: responder)
///     try queue.append([ping])
public final class DeviceStore: Sendable {
  /// What a power cut may cost; a killed app costs nothing in either case.
  public enum Durability: Sendable {
    /// Nothing that was acknowledged (`synchronous = FULL`).
    case full
    /// The last moments before it (`synchronous = NORMAL`).
    case normal
    /// Possibly the whole file (`synchronous = OFF`): for simulated phones, whose files are not needed after
    /// a power cut.
    case none
  }

  let database: DatabaseQueue

  /// Opens the file, or creates it.
  ///
  /// - Parameters:
  ///   - path: Its folder must exist and be excluded from backups: a queue restored on a second phone would
  ///     reuse sequence numbers.
  ///   - durability: What a power cut may cost.
  /// - Throws: `DeviceStoreError`.
  public init(path: String, durability: Durability = .full) throws {
    var configuration = Configuration()
    configuration.journalMode = .wal
    configuration.busyMode = .timeout(5)
    configuration.foreignKeysEnabled = true
    configuration.label = "DeviceKit"
    configuration.prepareDatabase { db in
      // A thousand simulated phones live in one process: 64 KiB of pages each, a log of 400 KiB at most. A
      // phone's rows are few and short: small pages hold them in less memory, and a commit writes less.
      for (name, value) in [
        ("page_size", "1024"), ("cache_size", "-64"), ("mmap_size", "0"), ("temp_store", "MEMORY"),
        ("trusted_schema", "OFF"), ("secure_delete", "ON"), ("wal_autocheckpoint", "400"),
        ("journal_size_limit", "409600"),
      ] {
        try db.execute(sql: "PRAGMA \(name) = \(value)")
      }
    }
    database = try Self.mapped {
      let database = try DatabaseQueue(path: path, configuration: configuration)
      // GRDB chooses NORMAL when it enters WAL mode.
      try database.inDatabase { try $0.execute(sql: "PRAGMA synchronous = \(durability.level)") }
      try database.write(DeviceSchema.prepare)
      // Release the memory read before the cache size was set.
      try database.inDatabase { try $0.execute(sql: "PRAGMA shrink_memory") }
      return database
    }
  }

  /// The queue of one responder in this file, created if needed. Another responder's items are neither
  /// visible nor sent through it.
  ///
  /// - Throws: `DeviceStoreError`.
  public func queue(of owner: Responder.ID) throws -> DeviceQueue {
    let name = try write { db in
      try db.execute(
        sql: "INSERT INTO queue (owner, name) VALUES (?, ?) ON CONFLICT (owner) DO NOTHING",
        arguments: [owner.rawValue, UUID().uuidString.lowercased()])
      return try String.fetchOne(
        db, sql: "SELECT name FROM queue WHERE owner = ?", arguments: [owner.rawValue])
    }
    guard let name else { throw DeviceStoreError.unavailable("no queue") }
    return DeviceQueue(store: self, owner: owner, name: name)
  }

  /// The small value saved under `key`; `nil` when there is none.
  ///
  /// - Throws: `DeviceStoreError`.
  func kept(_ key: String) throws -> Data? {
    try read { try Data.fetchOne($0, sql: "SELECT value FROM kept WHERE key = ?", arguments: [key]) }
  }

  /// Saves a small value under `key`, replacing the previous one; `nil` removes it.
  ///
  /// - Throws: `DeviceStoreError`.
  func save(_ value: Data?, as key: String) throws { try write { try Self.save($0, value, as: key) } }

  static func save(_ db: Database, _ value: Data?, as key: String) throws {
    guard let value else {
      return try db.execute(sql: "DELETE FROM kept WHERE key = ?", arguments: [key])
    }
    try db.execute(
      sql:
        "INSERT INTO kept (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      arguments: [key, value])
  }

  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.mapped { try database.write(body) }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    // There is one serialised connection, so nothing can interleave and no writer needs to be blocked.
    try Self.mapped { try database.unsafeRead(body) }
  }

  private static func mapped<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError {
      // Leaves out the message's arguments and the statement, which hold positions.
      let text = "\(error.extendedResultCode): \(error.message ?? "")"
      throw switch error.resultCode {
      case .SQLITE_NOTADB: DeviceStoreError.foreign(text)
      case .SQLITE_FULL: DeviceStoreError.full(text)
      case .SQLITE_CORRUPT: DeviceStoreError.damaged(text)
      default: DeviceStoreError.unavailable(text)
      }
    }
  }
}

extension DeviceStore.Durability {
  /// SQLite's number for it.
  fileprivate var level: Int {
    switch self {
    case .full: 2
    case .normal: 1
    case .none: 0
    }
  }
}
