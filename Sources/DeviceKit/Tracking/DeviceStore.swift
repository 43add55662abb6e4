import Foundation
import GRDB
public import Rollcall

/// Why something could not be kept on the phone, or read from it. The text is for the app's developers; it holds no
/// position and nothing about a person.
public enum DeviceStoreError: Error, Equatable, Sendable {
  /// The file is another program's, or of a newer version of this one.
  case foreign(String)
  /// There is no room left.
  case full(String)
  /// The file is not what was written to it: what can be read of it may be wrong.
  case damaged(String)
  /// The file is locked by another process, or it cannot be read.
  case unavailable(String)
}

/// The file in which a phone keeps what the server must still be told, and what must survive a restart of the app.
///
/// One file for each installation. A write that returned is on disk, also when the app is killed the next moment. The
/// file may be used from any thread, by one process.
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
    /// The whole file, perhaps (`synchronous = OFF`): for simulated phones, whose files nobody wants after a power cut.
    case none
  }

  let database: DatabaseQueue

  /// Opens the file, or makes it.
  ///
  /// - Parameters:
  ///   - path: Where; its folder must exist. Put it where backups do not copy it: a queue that is restored on a second
  ///     phone would number new pings with numbers that were used.
  ///   - durability: What a power cut may cost.
  /// - Throws: `DeviceStoreError`.
  public init(path: String, durability: Durability = .full) throws {
    var configuration = Configuration()
    configuration.journalMode = .wal
    configuration.busyMode = .timeout(5)
    configuration.foreignKeysEnabled = true
    configuration.label = "DeviceKit"
    configuration.prepareDatabase { db in
      // A thousand simulated phones live in one process: 64 KiB of pages each, a log of 400 KiB at most. A phone's rows
      // are few and short: small pages hold them in less memory, and a commit writes less.
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
      // What was read before the cache had its size is given back.
      try database.inDatabase { try $0.execute(sql: "PRAGMA shrink_memory") }
      return database
    }
  }

  /// The queue of one responder in this file; made when there is none. What another responder left is neither seen nor
  /// sent through it.
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

  /// A small value that was kept under `key`; `nil` when there is none.
  ///
  /// - Throws: `DeviceStoreError`.
  func kept(_ key: String) throws -> Data? {
    try read { try Data.fetchOne($0, sql: "SELECT value FROM kept WHERE key = ?", arguments: [key]) }
  }

  /// Keeps a small value under `key`, in place of the one before; `nil` = none.
  ///
  /// - Throws: `DeviceStoreError`.
  func keep(_ value: Data?, as key: String) throws { try write { try Self.keep($0, value, as: key) } }

  static func keep(_ db: Database, _ value: Data?, as key: String) throws {
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
    // One connection, one after the other: nothing can come between, and nobody needs to be kept from writing.
    try Self.mapped { try database.unsafeRead(body) }
  }

  private static func mapped<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError {
      // Neither the message's arguments nor the statement: they hold positions.
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
