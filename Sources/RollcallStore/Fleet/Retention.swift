import GRDB
public import Rollcall

/// Before which instants nothing is kept.
public struct RetentionLimits: Equatable, Sendable {
  /// How long transitions, silences, offers and the rest of the log are kept, days.
  public static let logDays = 400

  /// Pings and device events of an earlier effective time, and uploads received earlier, have expired.
  public let reports: Timestamp
  /// Older entries of the log have expired.
  public let log: Timestamp

  /// The limits at `now` of a workspace that keeps reports for so many days.
  public init(days: Int, now: Timestamp) {
    reports = now.advanced(by: Self.length(ofDays: days))
    log = now.advanced(by: Self.length(ofDays: Self.logDays))
  }

  private static func length(ofDays days: Int) -> Milliseconds {
    -Int64(clamping: days).multipliedReportingOverflow(by: 86_400_000).partialValue
  }
}

/// What a retention would take away.
public struct RetentionPreview: Equatable, Sendable {
  /// Nobody counts further than this: a number one greater means *more*.
  public static let countLimit = 1_000_000

  /// How many days were asked about.
  public let days: Int
  /// Where the limit would be.
  public let before: Timestamp
  /// Pings that would go.
  public let pings: Int
  /// Uploads with their telemetry that would go.
  public let uploads: Int
  /// Device events that would go.
  public let deviceEvents: Int
  /// The effective time of the oldest ping that would go; `nil` when none would.
  public let oldest: Timestamp?
}

extension Store {
  /// What would go if a workspace kept reports for so many days from now on; changes nothing. Blocks.
  ///
  /// - Throws: `invalid` for days that no workspace may have.
  public func retentionPreview(of workspace: Workspace.ID, days: Int) throws(StoreError) -> RetentionPreview {
    guard (1...3_650).contains(days) else { throw .invalid("retention is 1 to 3650 days") }
    let before = RetentionLimits(days: days, now: clock()).reports
    return try read { db in
      func count(_ sql: String) throws -> Int {
        let bounded = "SELECT count(*) FROM (\(sql) LIMIT \(RetentionPreview.countLimit + 1))"
        return try Int.fetchOne(
          db.cachedStatement(sql: bounded), arguments: [workspace.rawValue, before.milliseconds]) ?? 0
      }
      return RetentionPreview(
        days: days, before: before, pings: try count(Self.expiredPings),
        uploads: try count(Self.expired("upload", by: "received_at")),
        deviceEvents: try count(Self.expired("device_event", by: "effective_at")),
        oldest: try Int64.fetchOne(
          db.cachedStatement(sql: "\(Self.expiredPings) ORDER BY effective_at LIMIT 1"),
          arguments: [workspace.rawValue, before.milliseconds]
        ).map { Timestamp(milliseconds: $0) })
    }
  }

  static let expiredPings =
    "SELECT effective_at FROM ping INDEXED BY ping_workspace WHERE workspace_id = ? AND effective_at < ?"

  /// The rows of a table without an index by workspace, person by person.
  private static func expired(_ table: String, by column: String) -> String {
    """
    SELECT 1 FROM responder CROSS JOIN \(table) ON \(table).responder_id = responder.id
    WHERE responder.workspace_id = ? AND \(table).\(column) < ?
    """
  }
}
