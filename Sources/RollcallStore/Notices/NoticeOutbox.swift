import Rollcall
import SQL

extension NoticeWrites {
  /// Whether a channel gets a step of an alert.
  ///
  /// - Parameter opens: whether the alert was opened; else it is over.
  func isAnnounced(_ alert: Alert, opens: Bool, to channel: Channel, in workspace: Workspace.ID) throws
    -> Bool
  {
    let wishes = channel.draft.wishes
    guard wishes.wants(alert.topic.kind, isCritical: alert.topic.isCritical, opens: opens) else {
      return false
    }
    // An alert that opens again while it is snoozed is no news either.
    if opens { return try !transaction.alerts.care(of: alert, in: workspace, at: now).isSnoozed }
    guard wishes.tellsOpened else { return true }
    // The end of an alert that was never announced there is no news.
    return try db.exists(
      """
      SELECT 1 FROM notice WHERE workspace_id = \(workspace) AND alert_id = \(alert.id)
        AND channel_id = \(channel.id) AND kind = 'opened'
      """)
  }

  /// Queues a step of an alert for each channel that gets it, in the transaction of the step.
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

  /// Queues a new report for each channel that gets reports.
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

  /// Queues a message to a channel; the sender is woken once it is on disk.
  @discardableResult
  func queueNotice(
    _ kind: ChannelNotice.Kind, alert: Int64? = nil, report: (file: String, number: Int64)? = nil,
    step: Int64? = nil, to channel: Channel.ID, in workspace: Workspace.ID
  ) throws -> ChannelNotice.ID {
    try bringForward(channel, in: workspace)
    let id: ChannelNotice.ID = try transaction.next(.notice)
    try db.run(
      """
      INSERT INTO notice
        (workspace_id, id, channel_id, kind, alert_id, file, export_number, step_id, \(OutboxRows.columns))
      VALUES (\(workspace), \(id), \(channel), \(kind), \(alert), \(report?.file), \(report?.number), \(step),
        \(OutboxRows.values(newDelivery, madeAt: now)))
      """)
    try sumUpNotices(of: channel, in: workspace)
    afterCommit { [outboxes = memory.outboxes] in outboxes.ring(.channels) }
    return id
  }

  /// A new message's delivery: useful for 24 hours.
  var newDelivery: Delivery { Delivery(due: now, expiresAt: now.advanced(by: 86_400_000)) }

  /// Brings forward the first message in the queue after failed attempts, because a new one waits behind it.
  private func bringForward(_ channel: Channel.ID, in workspace: Workspace.ID) throws {
    let first = try db.first(
      """
      SELECT * FROM notice
      WHERE workspace_id = \(workspace) AND channel_id = \(channel) AND state = 'waiting' ORDER BY id LIMIT 1
      """
    ) { (id: try $0["id"] as ChannelNotice.ID, delivery: try Delivery(row: $0)) }
    guard var first, first.delivery.attempts > 0 else { return }
    first.delivery.bringForward(at: now)
    try db.run(
      "UPDATE notice SET \(first.delivery.assignments) WHERE workspace_id = \(workspace) AND id = \(first.id)"
    )
  }

  /// Cancels the waiting messages of a channel.
  func cancelNotices(of channel: Channel.ID, in workspace: Workspace.ID, because reason: String) throws {
    try db.run(
      """
      UPDATE notice SET \(OutboxRows.cancelled(because: reason))
      WHERE workspace_id = \(workspace) AND channel_id = \(channel) AND state = 'waiting'
      """)
  }
}
