import GRDB
import Rollcall

extension WriteTransaction {
  /// Whether a channel is told of a step of an alert.
  ///
  /// - Parameter opens: whether the alert was opened; else it is over.
  func isAnnounced(_ alert: Alert, opens: Bool, to channel: Channel, in workspace: Workspace.ID) throws
    -> Bool
  {
    let wishes = channel.draft.wishes
    guard wishes.wants(alert.topic.kind, isCritical: alert.topic.isCritical, opens: opens) else {
      return false
    }
    // What opens again while its trouble is snoozed is no news either.
    if opens { return try !care(of: alert, in: workspace, at: now).isSnoozed }
    guard wishes.tellsOpened else { return true }
    // The end of what it was not told of is no news.
    return try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM notice WHERE alert_id = ? AND channel_id = ? AND kind = 'opened')"),
      arguments: [alert.id, channel.id.rawValue]) ?? false
  }

  /// Puts a step of an alert into the outbox of each channel that is to be told, in the transaction of the step.
  func announce(alert id: Int64, opens: Bool, in workspace: Workspace.ID) throws {
    let channels = try Row.fetchAll(
      db.cachedStatement(
        sql: "SELECT * FROM channel WHERE workspace_id = ? AND is_on = 1 AND removed_at IS NULL ORDER BY id"),
      arguments: [workspace.rawValue]
    ).compactMap(ChannelRows.channel)
    guard !channels.isEmpty, let alert = try Alert.find(id, in: workspace, db) else { return }
    for channel in channels where try isAnnounced(alert, opens: opens, to: channel, in: workspace) {
      try queueNotice(opens ? .opened : .closed, alert: id, to: channel.id, in: workspace)
    }
  }

  /// Puts a report that was just noted into the outbox of each channel that is to be told of reports.
  func announceReport(_ file: String, in workspace: Workspace.ID) throws {
    let channels = try Int64.fetchAll(
      db,
      sql: """
        SELECT id FROM channel WHERE workspace_id = ? AND is_on = 1 AND removed_at IS NULL AND tells_reports = 1
        """, arguments: [workspace.rawValue])
    let number = try AuditHead.of(workspace.rawValue, db).count
    for channel in channels {
      try queueNotice(.report, report: (file, number), to: Channel.ID(channel), in: workspace)
    }
  }

  /// Writes a message to a channel; whoever sends is told once it is on disk.
  @discardableResult
  func queueNotice(
    _ kind: ChannelNotice.Kind, alert: Int64? = nil, report: (file: String, number: Int64)? = nil,
    to channel: Channel.ID, in workspace: Workspace.ID
  ) throws -> ChannelNotice.ID {
    try bringForward(channel)
    try db.cachedStatement(
      sql: """
        INSERT INTO notice (workspace_id, channel_id, kind, alert_id, file, export_number, state, created_at,
          next_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'waiting', ?7, ?7)
        """
    ).execute(arguments: [
      workspace.rawValue, channel.rawValue, kind.rawValue, alert, report?.file, report?.number,
      now.milliseconds,
    ])
    let id = ChannelNotice.ID(db.lastInsertedRowID)
    try sumUpNotices(of: channel, in: workspace)
    afterCommit { [notices = memory.notices] in notices.ring() }
    return id
  }

  /// The first in the row, when it was tried in vain, goes sooner: something new waits behind it.
  private func bringForward(_ channel: Channel.ID) throws {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT id, next_at, last_at, held_until FROM notice WHERE channel_id = ? AND state = 'waiting'
          ORDER BY id LIMIT 1
          """), arguments: [channel.rawValue])
    guard let row, let last = row.instant("last_at") else { return }
    let next = NoticeSchedule.broughtForward(
      Timestamp(milliseconds: row["next_at"]), last: last, heldUntil: row.instant("held_until"), now: now)
    try db.cachedStatement(sql: "UPDATE notice SET next_at = ? WHERE id = ?")
      .execute(arguments: [next.milliseconds, row["id"] as Int64])
  }

  /// What waits for a channel is not sent any more.
  func cancelNotices(of channel: Channel.ID, because reason: String) throws {
    try db.cachedStatement(
      sql: "UPDATE notice SET state = 'cancelled', reason = ? WHERE channel_id = ? AND state = 'waiting'"
    ).execute(arguments: [reason, channel.rawValue])
  }
}
