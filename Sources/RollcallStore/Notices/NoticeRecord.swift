import GRDB
public import Rollcall

extension Store {
  /// Stores what became of handing a message over, and what follows: again later, or no further. A channel at which
  /// nobody is any more is switched off. Nothing when the message is not known any more. Blocks.
  ///
  /// - Parameter chance: 0 up to 1, by which the next attempt is spread.
  public func record(
    _ result: NoticeResult, of notice: ChannelNotice.ID, chance: Double
  ) throws(StoreError) {
    try write { transaction in
      let row = try Row.fetchOne(
        transaction.db,
        sql: """
          SELECT notice.*, channel.kind AS channel_kind FROM notice
          JOIN channel ON channel.id = notice.channel_id WHERE notice.id = ?
          """, arguments: [notice.rawValue])
      guard let row, let kind = Channel.Kind(rawValue: row["channel_kind"]) else { return }
      try transaction.record(result, of: row, kind, chance: chance)
    }
  }
}

extension WriteTransaction {
  fileprivate func record(
    _ result: NoticeResult, of row: Row, _ kind: Channel.Kind, chance: Double
  ) throws {
    let id: Int64 = row["id"]
    let workspace = Workspace.ID(row["workspace_id"])
    try db.cachedStatement(
      sql:
        "INSERT INTO notice_attempt (notice_id, at, result, reason, status, took_ms) VALUES (?, ?, ?, ?, ?, ?)"
    ).execute(arguments: [
      id, now.milliseconds, result.kind.rawValue, result.reason, result.status, max(0, result.took),
    ])
    let attempt = row["attempt"] as Int + 1
    try db.cachedStatement(sql: "UPDATE notice SET attempt = ?, last_at = ? WHERE id = ?")
      .execute(arguments: [attempt, now.milliseconds, id])
    afterCommit { [notices = memory.notices] in notices.count(result.kind, of: workspace, by: kind) }
    switch result.kind {
    // One that was cancelled while it was on its way came there all the same.
    case .delivered: try end(id, as: "delivered")
    case .refused: try giveUp(id)
    case .gone:
      try giveUp(id)
      try switchOff(Channel.ID(row["channel_id"]), in: workspace, because: result.reason)
    case .retry:
      let next = NoticeSchedule.next(
        after: attempt, made: Timestamp(milliseconds: row["created_at"]), now: now, wanted: result.after,
        chance: chance)
      guard let next else { return try giveUp(id) }
      let held = result.after.map { now.advanced(by: max(0, $0)).milliseconds }
      try db.cachedStatement(sql: "UPDATE notice SET next_at = ?, held_until = ? WHERE id = ?")
        .execute(arguments: [next.milliseconds, held, id])
    }
  }

  private func end(_ id: Int64, as state: String) throws {
    try db.cachedStatement(sql: "UPDATE notice SET state = ? WHERE id = ?").execute(arguments: [state, id])
  }

  private func giveUp(_ id: Int64) throws {
    try db.cachedStatement(sql: "UPDATE notice SET state = 'failed' WHERE id = ? AND state = 'waiting'")
      .execute(arguments: [id])
  }

  /// Nobody is there any more: nothing is sent until somebody switches it on again.
  private func switchOff(_ id: Channel.ID, in workspace: Workspace.ID, because reason: String) throws {
    try db.execute(
      sql: "UPDATE channel SET is_on = 0, off_reason = ? WHERE id = ? AND is_on = 1",
      arguments: [reason, id.rawValue])
    guard db.changesCount > 0 else { return }
    try cancelNotices(of: id, because: "the channel was switched off")
    try audit(
      Actor.rollcall, "channel.off", subject: "channel \(id.rawValue)",
      change: AuditChange(["on": "true"], ["on": "false"]), in: workspace)
  }
}
