import Foundation
import GRDB
public import Rollcall
import RollcallWire

extension DeviceQueue {
  /// How many device events may wait. Beyond that the oldest are dropped and counted as evicted; the
  /// responder's own notices stay.
  public static let eventLimit = 1_000
  /// How many activities of events may wait. Beyond that the oldest are dropped and counted as evicted.
  public static let activityLimit = 1_000
  /// SQL that selects the device events.
  private static let ownLife = "kind NOT IN ('duty', 'answer', 'report', 'check', 'activity')"

  /// Appends notices, all or none.
  ///
  /// - Parameter at: When they happened, by the phone's clock.
  /// - Returns: How many of the oldest were evicted to make room.
  /// - Throws: `DeviceStoreError`; nothing is saved then.
  @discardableResult
  public func append(_ notices: [Notice], at: Timestamp) throws -> Int {
    notices.isEmpty ? 0 : try append(notices, at: at, keeping: nil)
  }

  /// The same, with a small value that belongs to them.
  func append(_ notices: [Notice], at: Timestamp, keeping value: (key: String, data: Data?)?) throws -> Int {
    try store.write { db in
      if let value { try DeviceStore.save(db, value.data, as: value.key) }
      let insert = try db.cachedStatement(
        sql: "INSERT INTO notice (owner, kind, value, name, at, target, note) VALUES (?, ?, ?, ?, ?, ?, ?)")
      for row in notices.map({ NoticeRow($0) }) {
        try insert.execute(arguments: [
          owner.rawValue, row.kind, row.value, UUID().uuidString.lowercased(), at.milliseconds, row.target,
          row.note,
        ])
      }
      let gone =
        try trim(db, Self.ownLife, to: Self.eventLimit)
        + trim(db, "kind = 'activity'", to: Self.activityLimit)
      if gone > 0 {
        try db.execute(
          sql: "UPDATE queue SET evicted_notices = evicted_notices + ? WHERE owner = ?",
          arguments: [gone, owner.rawValue])
      }
      return gone
    }
  }

  /// Evicts the oldest notices of a kind beyond its limit. Returns how many.
  private func trim(_ db: Database, _ sort: String, to limit: Int) throws -> Int {
    try db.execute(
      sql: """
        DELETE FROM notice WHERE owner = ?1 AND \(sort) AND id <= (
          SELECT id FROM notice WHERE owner = ?1 AND \(sort) ORDER BY id DESC LIMIT 1 OFFSET ?2)
        """, arguments: [owner.rawValue, limit])
    return db.changesCount
  }

  /// How large a request of activities may become, bytes: the server reads 256 KiB.
  static let requestSize = 200 << 10

  /// The notices to send next, oldest first: one, or as many consecutive device events, or activities of one
  /// event, as fit in a request. A row that no version of this program has written is set aside.
  ///
  /// - Parameter most: The most to return, at least 1.
  /// - Throws: `DeviceStoreError`.
  public func notices(most: Int = .max) throws -> [QueuedNotice] {
    try Array(together().prefix(max(1, most)))
  }

  private func together() throws -> [QueuedNotice] {
    let waiting = try nextNotices(DeviceEvent.limit)
    switch waiting.first?.notice {
    case .event:
      return Array(
        waiting.prefix { queued in
          guard case .event = queued.notice else { return false }
          return true
        })
    case .activity(let first):
      var size = 0
      return Array(
        try nextNotices(Activity.limit).prefix { queued in
          guard case .activity(let next) = queued.notice, next.event == first.event else { return false }
          size += next.largestSize
          return size <= Self.requestSize || queued == waiting.first
        })
    default: return Array(waiting.prefix(1))
    }
  }

  private func nextNotices(_ limit: Int) throws -> [QueuedNotice] {
    while true {
      let rows = try store.read { db in
        try Row.fetchAll(
          db.cachedStatement(sql: "SELECT * FROM notice WHERE owner = ? ORDER BY id LIMIT ?"),
          arguments: [owner.rawValue, limit])
      }
      let unreadable = rows.filter { Self.notice($0) == nil }
      guard !unreadable.isEmpty else { return rows.compactMap(Self.notice) }
      // If it were only skipped, it would count as waiting for ever.
      try store.write { db in
        for row in unreadable { try putAside(db, row, reason: "unreadable", at: row["at"]) }
      }
    }
  }

  /// Removes notices that the server has accepted.
  ///
  /// - Throws: `DeviceStoreError`; nothing is removed then.
  public func remove(_ notices: [QueuedNotice]) throws {
    try store.write { db in
      let delete = try db.cachedStatement(sql: "DELETE FROM notice WHERE owner = ? AND id = ?")
      for notice in notices { try delete.execute(arguments: [owner.rawValue, notice.number]) }
    }
  }

  /// Sets aside notices that the server will never accept, with its reason.
  ///
  /// - Throws: `DeviceStoreError`; nothing has moved then.
  public func setAside(_ notices: [QueuedNotice], reason: String, at now: Timestamp) throws {
    try store.write { db in
      let find = try db.cachedStatement(sql: "SELECT * FROM notice WHERE owner = ? AND id = ?")
      for notice in notices {
        guard let row = try Row.fetchOne(find, arguments: [owner.rawValue, notice.number]) else { continue }
        try putAside(db, row, reason: reason, at: now.milliseconds)
      }
    }
  }

  /// Moves a row with all its contents to the set-aside table.
  private func putAside(_ db: Database, _ row: Row, reason: String, at: Int64) throws {
    let columns = NoticeRow(row)
    let body = columns.described(id: row["name"], at: Timestamp(milliseconds: row["at"]))
    try putAside(
      db, kind: columns.kind, reason: reason, body: body, at: Timestamp(milliseconds: at))
    try db.execute(
      sql: "DELETE FROM notice WHERE owner = ? AND id = ?", arguments: [owner.rawValue, row["id"] as Int64])
  }

  private static func notice(_ row: Row) -> QueuedNotice? {
    guard let notice = NoticeRow(row).notice else { return nil }
    return QueuedNotice(
      number: row["id"], id: row["name"], at: Timestamp(milliseconds: row["at"]), notice: notice)
  }
}

extension NoticeRow {
  fileprivate init(_ row: Row) {
    self.init(kind: row["kind"], value: row["value"], target: row["target"], note: row["note"])
  }

  /// The notice as JSON: `{"id", "at", "kind", "value", "target", "note"}`.
  fileprivate func described(id: String, at: Timestamp) -> [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.member("id", id)
      $0.member("at", at)
      $0.member("kind", kind)
      $0.member("value", value)
      $0.member("target", target)
      $0.member("note", note)
    }
    return writer.bytes
  }
}
