import Rollcall
import SQL

extension NoticeWrites {
  /// The most messages that wait for a channel individually.
  static var mostWaiting: Int { 20 }
  /// The messages that a summary covers: not tests and reports.
  private static var isSummed: Query { "kind IN ('opened', 'closed', 'sum')" }

  /// Sums up all alerts that wait for a channel when there are more than twenty: no one reads so many, and a
  /// server that is back must not be flooded. The first in the queue stays: it may be on its way.
  func sumUpNotices(of channel: Channel.ID, in workspace: Workspace.ID) throws {
    let areWaiting: Query =
      "workspace_id = \(workspace) AND channel_id = \(channel) AND state = 'waiting'"
    let waiting = try db.all(
      "SELECT id FROM notice WHERE \(areWaiting) AND \(Self.isSummed) ORDER BY id", as: ChannelNotice.ID.self)
    guard waiting.count > Self.mostWaiting, let first = waiting.first else { return }
    let sum: ChannelNotice.ID = try transaction.next(.notice)
    try db.run(
      """
      INSERT INTO notice (workspace_id, id, channel_id, kind, \(OutboxRows.columns))
      VALUES (\(workspace), \(sum), \(channel), \(ChannelNotice.Kind.sum), \(OutboxRows.values(newDelivery, madeAt: now)))
      """)
    // A waiting summary is taken apart: the new one covers its alerts.
    try db.run(
      """
      UPDATE notice SET sum_id = \(sum) WHERE workspace_id = \(workspace) AND sum_id IN
        (SELECT id FROM notice WHERE \(areWaiting) AND id NOT IN (\(sum), \(first)))
      """)
    try db.run(
      """
      UPDATE notice SET \(OutboxRows.cancelled(because: "told in one message with others")), sum_id = \(sum)
      WHERE \(areWaiting) AND \(Self.isSummed) AND id NOT IN (\(sum), \(first))
      """)
  }
}

extension ChannelNotice.Sum {
  /// The contents of the messages that this one replaces.
  static func read(
    _ id: ChannelNotice.ID, in workspace: Workspace.ID, _ db: Database
  ) throws -> ChannelNotice.Sum {
    var sum = ChannelNotice.Sum()
    try db.each(
      """
      SELECT alert.kind, count(*) AS alerts, sum(opens) AS opened, sum(closes) AS closed,
        max(alert.critical) AS critical, min(first) AS first, max(last) AS last
      FROM (SELECT alert_id, max(kind = 'opened') AS opens, max(kind = 'closed') AS closes,
          min(created_at) AS first, max(created_at) AS last
        FROM notice WHERE workspace_id = \(workspace) AND sum_id = \(id) AND alert_id IS NOT NULL
        GROUP BY alert_id) AS told
      JOIN alert ON alert.workspace_id = \(workspace) AND alert.id = told.alert_id
      GROUP BY alert.kind ORDER BY alerts DESC, alert.kind
      """
    ) { row in
      sum.kinds.append((kind: try row["kind"], count: try row["alerts"]))
      sum.opened += try row["opened"]
      sum.closed += try row["closed"]
      if try row["critical"] { sum.isCritical = true }
      sum.from = [sum.from, try row["first"]].compactMap(\.self).min()
      sum.to = [sum.to, try row["last"]].compactMap(\.self).max()
    }
    return sum
  }
}
