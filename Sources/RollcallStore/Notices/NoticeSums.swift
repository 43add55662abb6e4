import GRDB
import Rollcall

extension WriteTransaction {
  /// The most messages that wait for a channel one by one.
  static var mostWaiting: Int { 20 }
  /// What is told with others: tests and reports are not.
  private static var isSummed: String { "kind IN ('opened', 'closed', 'sum')" }

  /// Makes one message of all alerts that wait for a channel, when there are more than twenty: nobody reads them, and a server
  /// that is back is not to be flooded. The first in the row stays: it may be on its way.
  func sumUpNotices(of channel: Channel.ID, in workspace: Workspace.ID) throws {
    let waiting = try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id FROM notice WHERE channel_id = ? AND state = 'waiting' AND \(Self.isSummed) ORDER BY id
          """), arguments: [channel.rawValue])
    guard waiting.count > Self.mostWaiting, let first = waiting.first else { return }
    try db.execute(
      sql: """
        INSERT INTO notice (workspace_id, channel_id, kind, state, created_at, next_at)
        VALUES (?1, ?2, 'sum', 'waiting', ?3, ?3)
        """, arguments: [workspace.rawValue, channel.rawValue, now.milliseconds])
    let sum = db.lastInsertedRowID
    // A sum that waited is taken apart: what it told of is told by the new one.
    try db.execute(
      sql: """
        UPDATE notice SET sum_id = ?1 WHERE sum_id IN
          (SELECT id FROM notice WHERE channel_id = ?2 AND state = 'waiting' AND id NOT IN (?1, ?3))
        """, arguments: [sum, channel.rawValue, first])
    try db.execute(
      sql: """
        UPDATE notice SET state = 'summed', sum_id = ?1
        WHERE channel_id = ?2 AND state = 'waiting' AND \(Self.isSummed) AND id NOT IN (?1, ?3)
        """, arguments: [sum, channel.rawValue, first])
  }
}

extension ChannelNotice.Sum {
  /// What the messages in the place of which this one stands would have told.
  static func read(_ id: Int64, _ db: Database) throws -> ChannelNotice.Sum {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT alert.kind, count(*) AS alerts, sum(opens) AS opened, sum(closes) AS closed,
            max(alert.critical) AS critical, min(first) AS first, max(last) AS last
          FROM (SELECT alert_id, max(kind = 'opened') AS opens, max(kind = 'closed') AS closes,
              min(created_at) AS first, max(created_at) AS last
            FROM notice WHERE sum_id = ? AND alert_id IS NOT NULL GROUP BY alert_id) AS told
          JOIN alert ON alert.id = told.alert_id GROUP BY alert.kind ORDER BY alerts DESC, alert.kind
          """), arguments: [id])
    var sum = ChannelNotice.Sum()
    for row in rows {
      guard let kind = AlertKind(rawValue: row["kind"]) else { continue }
      sum.kinds.append((kind: kind, count: row["alerts"]))
      sum.opened += row["opened"] as Int
      sum.closed += row["closed"] as Int
      sum.isCritical = sum.isCritical || row["critical"]
      sum.from = [sum.from, row.instant("first")].compactMap(\.self).min()
      sum.to = [sum.to, row.instant("last")].compactMap(\.self).max()
    }
    return sum
  }
}
