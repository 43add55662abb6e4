import Foundation
import GRDB
public import Rollcall
import RollcallWire

/// An item that the server will never accept.
public struct SetAside: Equatable, Sendable {
  /// `ping`, or the kind of notice.
  public var kind: String
  /// Why, in the server's words.
  public var reason: String
  /// The refused item as JSON: a ping as it was sent, or a notice as `{"id", "at", "kind", "value", "target",
  /// "note"}`. It may hold a position: show it only to its owner.
  public var body: [UInt8]
}

extension DeviceQueue {
  /// How many set-aside items are kept, the newest.
  public static let setAsideLimit = 1_000

  /// Sets aside pings that the server will never accept, with its reason.
  ///
  /// - Throws: `DeviceStoreError`; nothing has moved then.
  public func setAside(_ refused: [(ping: Ping, reason: String)], at now: Timestamp) throws {
    try store.write { db in
      for (ping, reason) in refused {
        try putAside(db, kind: "ping", reason: reason, body: Batch(pings: [ping]).encodeSingle(), at: now)
      }
      try delete(db, refused.compactMap(\.ping.sequence))
    }
  }

  /// The set-aside items, oldest first, at most `limit`.
  ///
  /// - Throws: `DeviceStoreError`.
  public func setAsideEntries(limit: Int = 100) throws -> [SetAside] {
    try store.read { db in
      let rows = try Row.fetchAll(
        db, sql: "SELECT kind, reason, body FROM set_aside WHERE owner = ? ORDER BY id LIMIT ?",
        arguments: [owner.rawValue, max(0, limit)])
      return rows.map { SetAside(kind: $0["kind"], reason: $0["reason"], body: Array($0["body"] as Data)) }
    }
  }

  /// Removes the set-aside items. Their number stays counted.
  ///
  /// - Throws: `DeviceStoreError`; nothing is removed then.
  public func clearSetAside() throws {
    try store.write { db in
      try db.execute(sql: "DELETE FROM set_aside WHERE owner = ?", arguments: [owner.rawValue])
    }
  }

  func putAside(_ db: Database, kind: String, reason: String, body: [UInt8], at now: Timestamp) throws {
    try db.execute(
      sql: "INSERT INTO set_aside (owner, at, kind, reason, body) VALUES (?, ?, ?, ?, ?)",
      arguments: [owner.rawValue, now.milliseconds, kind, reason, Data(body)])
    let count = kind == "ping" ? "refused" : "refused_notices"
    try db.execute(
      sql: "UPDATE queue SET \(count) = \(count) + 1 WHERE owner = ?", arguments: [owner.rawValue])
    try db.execute(
      sql: """
        DELETE FROM set_aside WHERE owner = ?1 AND id <= (
          SELECT id FROM set_aside WHERE owner = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
        """, arguments: [owner.rawValue, Self.setAsideLimit])
  }
}

extension RollcallDevice {
  /// The set-aside items of the logged-in responder, oldest first, at most `limit`.
  ///
  /// - Throws: `DeviceStoreError`, `LoggedOut`.
  public func setAsideEntries(limit: Int = 100) throws -> [SetAside] {
    try loggedIn.setAsideEntries(limit: limit)
  }

  /// Removes the set-aside items; ``QueueStatus/refused`` still counts them.
  ///
  /// - Throws: `DeviceStoreError`, `LoggedOut`; nothing is removed then.
  public func clearSetAside() throws {
    try loggedIn.clearSetAside()
    continuation.yield(.changed)
  }
}
