import Rollcall
import SQL

extension NoticeWrites {
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
    if opens { return try !transaction.alerts.care(of: alert, in: workspace, at: now).isSnoozed }
    guard wishes.tellsOpened else { return true }
    // The end of what it was not told of is no news.
    return try db.exists(
      """
      SELECT 1 FROM notice WHERE workspace_id = \(workspace) AND alert_id = \(alert.id)
        AND channel_id = \(channel.id) AND kind = 'opened'
      """)
  }

  /// Puts a step of an alert into the outbox of each channel that is to be told, in the transaction of the step.
  func announce(alert id: Int64, opens: Bool, in workspace: Workspace.ID) throws {
    let channels = try db.all(
      "SELECT * FROM channel WHERE workspace_id = \(workspace) AND is_on = 1 AND removed_at IS NULL ORDER BY id",
      as: Channel.self)
    guard !channels.isEmpty, let alert = try Alert.find(id, in: workspace, db) else { return }
    for channel in channels where try isAnnounced(alert, opens: opens, to: channel, in: workspace) {
      try queueNotice(opens ? .opened : .closed, alert: id, to: channel.id, in: workspace)
    }
  }

  /// Announces an open alert whose snooze has ended, unless a channel was told before that it opened.
  func announceWoken(alert id: Int64, in workspace: Workspace.ID) throws {
    let wasAnnounced = try db.exists(
      """
      SELECT 1 FROM notice INDEXED BY notice_alert
      WHERE workspace_id = \(workspace) AND alert_id = \(id) AND kind = 'opened'
      """)
    if !wasAnnounced { try announce(alert: id, opens: true, in: workspace) }
  }

  /// Puts a report that was just noted into the outbox of each channel that is to be told of reports.
  func announceReport(_ file: String, in workspace: Workspace.ID) throws {
    let channels = try db.all(
      """
      SELECT id FROM channel
      WHERE workspace_id = \(workspace) AND is_on = 1 AND removed_at IS NULL AND tells_reports = 1
      """, as: Channel.ID.self)
    let number = try AuditHead.of(workspace.rawValue, db).count
    for channel in channels {
      try queueNotice(.report, report: (file, number), to: channel, in: workspace)
    }
  }

  /// Writes a message to a channel; whoever sends is told once it is on disk.
  @discardableResult
  func queueNotice(
    _ kind: ChannelNotice.Kind, alert: Int64? = nil, report: (file: String, number: Int64)? = nil,
    to channel: Channel.ID, in workspace: Workspace.ID
  ) throws -> ChannelNotice.ID {
    try bringForward(channel, in: workspace)
    let id: ChannelNotice.ID = try transaction.next(.notice)
    try db.run(
      """
      INSERT INTO notice
        (workspace_id, id, channel_id, kind, alert_id, file, export_number, state, created_at, next_at)
      VALUES (\(workspace), \(id), \(channel), \(kind), \(alert), \(report?.file), \(report?.number), 'waiting',
        \(now), \(now))
      """)
    try sumUpNotices(of: channel, in: workspace)
    afterCommit { [notices = memory.notices] in notices.ring() }
    return id
  }

  /// The first in the row, when it was tried in vain, goes sooner: something new waits behind it.
  private func bringForward(_ channel: Channel.ID, in workspace: Workspace.ID) throws {
    let first = try db.first(
      """
      SELECT id, next_at, last_at, held_until FROM notice
      WHERE workspace_id = \(workspace) AND channel_id = \(channel) AND state = 'waiting' ORDER BY id LIMIT 1
      """
    ) { row in
      (
        id: try row["id"] as ChannelNotice.ID, next: try row["next_at"] as Timestamp,
        last: try row["last_at"] as Timestamp?, heldUntil: try row["held_until"] as Timestamp?
      )
    }
    guard let first, let last = first.last else { return }
    let next = NoticeSchedule.broughtForward(first.next, last: last, heldUntil: first.heldUntil, now: now)
    try db.run("UPDATE notice SET next_at = \(next) WHERE workspace_id = \(workspace) AND id = \(first.id)")
  }

  /// What waits for a channel is not sent any more.
  func cancelNotices(of channel: Channel.ID, in workspace: Workspace.ID, because reason: String) throws {
    try db.run(
      """
      UPDATE notice SET state = 'cancelled', reason = \(reason)
      WHERE workspace_id = \(workspace) AND channel_id = \(channel) AND state = 'waiting'
      """)
  }
}
