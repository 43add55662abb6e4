public import Rollcall
import SQL

extension NoticeStore {
  /// Stores what became of handing a message over, and what follows: again later, or no further. A channel at which
  /// nobody is any more is switched off. Nothing when the message is not known any more. Blocks.
  ///
  /// - Parameter chance: 0 up to 1, by which the next attempt is spread.
  public func record(
    _ result: NoticeResult, of notice: ChannelNotice.ID, chance: Double
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

/// A message that was handed over, as it stood before.
private struct TriedNotice: FetchableRecord {
  let id: ChannelNotice.ID
  let workspace: Workspace.ID
  let channel: Channel.ID
  let channelKind: Channel.Kind
  let attempt: Int
  let createdAt: Timestamp

  /// The condition of its row.
  var row: Query { "workspace_id = \(workspace) AND id = \(id)" }

  init(row: Row) throws {
    (id, workspace, channel) = (try row["id"], try row["workspace_id"], try row["channel_id"])
    (channelKind, attempt, createdAt) = (try row["channel_kind"], try row["attempt"], try row["created_at"])
  }
}

extension NoticeWrites {
  fileprivate func record(_ result: NoticeResult, of notice: TriedNotice, chance: Double) throws {
    let (id, workspace) = (notice.id, notice.workspace)
    try db.run(
      """
      INSERT INTO notice_attempt (workspace_id, id, notice_id, at, result, reason, status, took_ms)
      VALUES (\(workspace), \(try transaction.next(.noticeAttempt, as: Int64.self)), \(id), \(now), \(result.kind),
        \(result.reason), \(result.status), \(max(0, result.took)))
      """)
    let attempt = notice.attempt + 1
    try db.run("UPDATE notice SET attempt = \(attempt), last_at = \(now) WHERE \(notice.row)")
    afterCommit { [notices = memory.notices] in
      notices.count(result.kind, of: workspace, by: notice.channelKind)
    }
    switch result.kind {
    // One that was cancelled while it was on its way came there all the same.
    case .delivered: try end(notice, as: .delivered)
    case .refused: try giveUp(notice)
    case .gone:
      try giveUp(notice)
      try switchOff(notice.channel, in: workspace, because: result.reason)
    case .retry:
      let next = NoticeSchedule.next(
        after: attempt, made: notice.createdAt, now: now, wanted: result.after,
        chance: chance)
      guard let next else { return try giveUp(notice) }
      let held = result.after.map { now.advanced(by: max(0, $0)) }
      try db.run("UPDATE notice SET next_at = \(next), held_until = \(held) WHERE \(notice.row)")
    }
  }

  private func end(_ notice: TriedNotice, as state: NoticeEntry.State) throws {
    try db.run("UPDATE notice SET state = \(state) WHERE \(notice.row)")
  }

  private func giveUp(_ notice: TriedNotice) throws {
    try db.run("UPDATE notice SET state = 'failed' WHERE \(notice.row) AND state = 'waiting'")
  }

  /// Nobody is there any more: nothing is sent until somebody switches it on again.
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
