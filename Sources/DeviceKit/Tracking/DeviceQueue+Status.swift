import Foundation
import GRDB
public import Rollcall
import RollcallWire

/// What waits in a queue, and what was lost from it.
public struct QueueStatus: Equatable, Sendable {
  /// Pings that wait.
  public var pings = 0
  /// Notices that wait: duty, device events, answers to offers.
  public var notices = 0
  /// When the oldest ping that waits was taken, by the phone's clock; `nil` = none, or undated.
  public var oldest: Timestamp?
  /// Pings evicted because too many waited, since the queue was created. The server sees a gap in their place
  /// only when it has stored pings before them.
  public var evicted = 0
  /// Device events and activities evicted since then for the same reason. The server cannot see a gap in
  /// their place.
  public var evictedNotices = 0
  /// Items kept aside with the server's reason, the newest, until they are cleared.
  public var setAside = 0
  /// Pings permanently refused by the server since the queue was created.
  public var refused = 0
  /// The same of notices.
  public var refusedNotices = 0

  /// Nothing.
  public init() {}

  /// How much waits in all.
  public var pending: Int { pings + notices }
}

extension DeviceQueue {
  /// What waits now.
  ///
  /// - Throws: `DeviceStoreError`.
  public func status() throws -> QueueStatus {
    try store.read { db in
      let row = try Row.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT (SELECT count(*) FROM ping WHERE owner = q.owner) AS pings,
              (SELECT count(*) FROM notice WHERE owner = q.owner) AS notices,
              (SELECT recorded_at FROM ping WHERE owner = q.owner ORDER BY sequence LIMIT 1) AS oldest,
              (SELECT count(*) FROM set_aside WHERE owner = q.owner) AS aside, evicted,
              evicted_notices, refused, refused_notices
            FROM queue AS q WHERE owner = ?
            """), arguments: [owner.rawValue])
      var status = QueueStatus()
      guard let row else { return status }
      status.pings = row["pings"]
      status.notices = row["notices"]
      status.oldest = (row["oldest"] as Int64?).map { Timestamp(milliseconds: $0) }
      status.evicted = row["evicted"]
      status.evictedNotices = row["evicted_notices"]
      status.setAside = row["aside"]
      status.refused = row["refused"]
      status.refusedNotices = row["refused_notices"]
      return status
    }
  }

  /// What remains when the pings with these numbers have gone.
  ///
  /// - Throws: `DeviceStoreError`.
  func left(without sequences: [Int64], at now: Timestamp) throws -> QueueLeft {
    try store.read { db in
      let count = try Int.fetchOne(
        db.cachedStatement(sql: "SELECT count(*) FROM ping WHERE owner = ?"), arguments: [owner.rawValue])
      let oldest = try Row.fetchAll(
        db.cachedStatement(
          sql: "SELECT sequence, recorded_at FROM ping WHERE owner = ? ORDER BY sequence LIMIT ?"),
        arguments: [owner.rawValue, sequences.count + 1])
      let gone = Set(sequences)
      let first = oldest.first { !gone.contains($0["sequence"]) }.flatMap { $0["recorded_at"] as Int64? }
      let age = first.map { Double(max(0, now.since(Timestamp(milliseconds: $0)))) / 1_000 }
      return QueueLeft(pings: max(0, (count ?? 0) - sequences.count), oldestAge: age)
    }
  }
}
