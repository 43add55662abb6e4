public import Rollcall
import SQL

extension NoticeStore {
  /// Stores the result of handing a message over, and its consequence: a retry, or the end. A channel whose
  /// address is gone is switched off. Does nothing when the message no longer exists. Blocks.
  ///
  /// - Parameter chance: 0 up to 1, spreads the next attempt.
  public func record(
    _ result: DeliveryResult, of notice: ChannelNotice.ID, chance: Double
  ) throws(StoreError) {
    try write { transaction in
      let tried = try transaction.db.first(
        """
        SELECT notice.*, channel.kind AS channel_kind FROM notice
        JOIN channel ON channel.workspace_id = notice.workspace_id AND channel.id = notice.channel_id
        WHERE notice.id = \(notice)
        """, as: TriedNotice.self)
      guard let tried else { return }
      try transaction.channels.record(result, of: tried, chance: chance)
    }
  }
}

/// A message that was handed over, in its state before.
private struct TriedNotice: FetchableRecord {
  let id: ChannelNotice.ID
  let workspace: Workspace.ID
  let channel: Channel.ID
  let channelKind: Channel.Kind
  /// How far it has come.
  let delivery: Delivery

  /// The condition of its row.
  var row: Query { "workspace_id = \(workspace) AND id = \(id)" }

  init(row: Row) throws {
    (id, workspace, channel) = (try row["id"], try row["workspace_id"], try row["channel_id"])
    (channelKind, delivery) = (try row["channel_kind"], try Delivery(row: row))
  }
}

extension NoticeWrites {
  fileprivate func record(_ result: DeliveryResult, of notice: TriedNotice, chance: Double) throws {
    let (id, workspace) = (notice.id, notice.workspace)
    try db.run(
      """
      INSERT INTO notice_attempt (workspace_id, id, notice_id, at, result, reason, status, took_ms)
      VALUES (\(workspace), \(try transaction.next(.noticeAttempt, as: Int64.self)), \(id), \(now), \(result.kind),
        \(result.reason), \(result.status), \(max(0, result.took)))
      """)
    var delivery = notice.delivery
    _ = delivery.settle(result, by: .channels, at: now, chance: chance)
    try db.run("UPDATE notice SET \(delivery.assignments) WHERE \(notice.row)")
    afterCommit { [outboxes = memory.outboxes] in
      outboxes.count(.init(channels: notice.channelKind, of: workspace, result.kind))
    }
    if result.kind == .accepted, let file = result.carried {
      try transaction.audit(
        Actor.rollcall, "schedule.mail", subject: "channel \(notice.channel.rawValue)", detail: file,
        in: workspace)
    }
    if result.kind == .gone { try switchOff(notice.channel, in: workspace, because: result.reason) }
  }

  /// The address is gone: nothing is sent until a member switches the channel on again.
  private func switchOff(_ id: Channel.ID, in workspace: Workspace.ID, because reason: String) throws {
    let changed = try db.run(
      """
      UPDATE channel SET is_on = 0, off_reason = \(reason)
      WHERE workspace_id = \(workspace) AND id = \(id) AND is_on = 1
      """)
    guard changed > 0 else { return }
    try cancelNotices(of: id, in: workspace, because: "the channel was switched off")
    try transaction.audit(
      Actor.rollcall, "channel.off", subject: "channel \(id.rawValue)",
      change: AuditChange(["on": "true"], ["on": "false"]), in: workspace)
  }
}
