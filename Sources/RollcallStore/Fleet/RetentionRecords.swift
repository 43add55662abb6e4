import Foundation
import GRDB
public import Rollcall

/// How many rows a purge took away.
public struct PurgeCounts: Equatable, Sendable {
  /// Pings.
  public var pings = 0
  /// Uploads with their telemetry.
  public var uploads = 0
  /// Device events.
  public var deviceEvents = 0
  /// Entries of the log: transitions, silences, changes of duty and rule, refusals, alerts, incidents with their offers.
  public var logRows = 0

  /// Nothing.
  public init() {}

  /// All rows.
  public var total: Int { pings + uploads + deviceEvents + logRows }
}

/// What was purged from a workspace on one of its local days.
public struct PurgeRecord: Sendable {
  /// The local day, `2026-11-21`.
  public let day: String
  /// Reports of before this instant are gone.
  public let before: Timestamp
  /// What was taken.
  public let counts: PurgeCounts
  /// When the last of it was taken.
  public let at: Timestamp

  init(_ row: Row) {
    day = row["name"]
    before = Timestamp(milliseconds: row["before_at"])
    at = Timestamp(milliseconds: row["last_at"])
    var counts = PurgeCounts()
    counts.pings = row["pings"]
    counts.uploads = row["uploads"]
    counts.deviceEvents = row["device_events"]
    counts.logRows = row["log_rows"]
    self.counts = counts
  }
}

extension Store {
  /// The last purges of a workspace, the newest first. Blocks.
  public func purges(of workspace: Workspace.ID, limit: Int = 10) throws(StoreError) -> [PurgeRecord] {
    try read { db in
      try Row.fetchAll(
        db, sql: "\(PurgeRecord.select) WHERE workspace_id = ? ORDER BY day DESC LIMIT ?",
        arguments: [workspace.rawValue, max(0, limit)]
      ).map(PurgeRecord.init)
    }
  }
}

extension PurgeRecord {
  static let select = "SELECT *, date(day * 86400, 'unixepoch') AS name FROM purge"

  /// Who the audit says has purged.
  private static let actor = "rollcall"
  private static let action = "retention.purge"

  /// The days of a workspace before `day` that are not in the audit.
  static func unaudited(
    of workspace: Workspace.ID, before day: Int64, _ db: Database
  ) throws -> [PurgeRecord] {
    try Row.fetchAll(
      db,
      sql: """
        \(select) WHERE workspace_id = ? AND day < ? AND NOT EXISTS (SELECT 1 FROM audit
          WHERE audit.workspace_id = purge.workspace_id AND actor = ? AND action = ?
            AND subject = date(day * 86400, 'unixepoch'))
        ORDER BY day
        """, arguments: [workspace.rawValue, day, actor, action]
    ).map(PurgeRecord.init)
  }

  /// Puts the day into the audit, with its numbers.
  func audit(in workspace: Workspace.ID, _ transaction: WriteTransaction) throws {
    let words = [
      "pings \(counts.pings)", "uploads \(counts.uploads)", "device events \(counts.deviceEvents)",
      "log entries \(counts.logRows)", "reports before \(before.rfc3339)",
    ]
    try transaction.audit(
      Self.actor, Self.action, subject: day, detail: words.joined(separator: ", "), in: workspace)
  }
}

extension WriteTransaction {
  /// Adds what a slice took to the record of the workspace's present day.
  func record(_ counts: PurgeCounts, before limit: Timestamp, of workspace: Workspace) throws {
    guard counts.total > 0 else { return }
    try db.cachedStatement(
      sql: """
        INSERT INTO purge (workspace_id, day, before_at, pings, uploads, device_events, log_rows, last_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (workspace_id, day) DO UPDATE SET before_at = excluded.before_at, pings = pings + excluded.pings,
          uploads = uploads + excluded.uploads, device_events = device_events + excluded.device_events,
          log_rows = log_rows + excluded.log_rows, last_at = excluded.last_at
        """
    ).execute(arguments: [
      workspace.id.rawValue, workspace.localDay(at: now), limit.milliseconds, counts.pings, counts.uploads,
      counts.deviceEvents, counts.logRows, now.milliseconds,
    ])
  }
}

extension Workspace {
  /// The days since 1970-01-01 by the calendar on the workspace's wall.
  func localDay(at now: Timestamp) -> Int64 {
    let zone = TimeZone(identifier: timeZone) ?? .gmt
    let date = Date(timeIntervalSince1970: Double(now.milliseconds) / 1_000)
    let local = now.advanced(by: Int64(zone.secondsFromGMT(for: date)) * 1_000).milliseconds
    return local / 86_400_000 - (local % 86_400_000 < 0 ? 1 : 0)
  }
}
