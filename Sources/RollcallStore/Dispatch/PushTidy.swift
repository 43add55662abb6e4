import GRDB
import Rollcall

extension Store {
  /// Ends messages that cannot be sent any more, and forgets old tests; returns how many. Blocks.
  ///
  /// A message that waited in vain says so in the incident's log; one of an offer that is over is only put away.
  public func tidyPushJobs(limit: Int = 500) throws(StoreError) -> Int {
    let now = clock().milliseconds
    let isNeeded = try read { db in
      try Bool.fetchOne(
        db.cachedStatement(sql: PushTidy.isNeeded), arguments: [now, now - PushTidy.testsKept])
        ?? false
    }
    guard isNeeded else { return 0 }
    return try write { try $0.tidyPushJobs(limit: limit) }
  }
}

private enum PushTidy {
  /// How long the outcome of a test is kept: 30 days.
  static let testsKept: Milliseconds = 30 * 86_400_000

  /// What waits and cannot be sent any more at an instant ?1.
  static let stuck = """
    FROM push_job
    JOIN push_channel ON push_channel.id = push_job.channel_id
    JOIN phone_session ON phone_session.id = push_channel.session_id
    LEFT JOIN offer ON offer.id = push_job.offer_id
    WHERE push_job.state = 'waiting' AND (push_job.expires_at <= ?1 OR push_channel.gone_at IS NOT NULL
      OR phone_session.revoked_at IS NOT NULL OR (push_job.kind = 'offer' AND offer.ended_at IS NOT NULL))
    """

  static let isNeeded = """
    SELECT EXISTS (SELECT 1 \(stuck)) OR EXISTS
      (SELECT 1 FROM push_job WHERE kind = 'test' AND created_at < ?2)
    """
}

extension WriteTransaction {
  fileprivate func tidyPushJobs(limit: Int) throws -> Int {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT push_job.id, push_job.kind, offer.ended_at IS NULL AND offer.id IS NOT NULL AS is_open,
            push_job.expires_at <= ?1 AS is_late, push_channel.gone_at IS NOT NULL AS is_gone
          \(PushTidy.stuck) ORDER BY push_job.id LIMIT ?2
          """), arguments: [now.milliseconds, limit])
    for row in rows {
      let isOver = !(row["is_open"] as Bool) && row["kind"] as String == PushJob.Kind.offer.rawValue
      let reason =
        row["is_gone"]
        ? "the address is not used any more" : row["is_late"] ? "not handed over in time" : "logged out"
      try end(
        PushJob.ID(row["id"]), as: isOver ? "cancelled" : "failed", isOver ? "the offer is over" : reason)
    }
    try db.execute(
      sql: """
        DELETE FROM push_job WHERE id IN
          (SELECT id FROM push_job WHERE kind = 'test' AND created_at < ? LIMIT ?)
        """, arguments: [lapsingTime.milliseconds - PushTidy.testsKept, limit])
    return rows.count + db.changesCount
  }

  private func end(_ id: PushJob.ID, as state: String, _ reason: String) throws {
    try db.execute(
      sql: "UPDATE push_job SET state = ?, last_reason = ? WHERE id = ?",
      arguments: [state, reason, id.rawValue])
    afterCommit { [pushes = memory.pushes] in pushes.forget([id]) }
    guard state == "failed", let row = try PushRow.find(id, db), let offer = row.offer,
      let found = try Offers.find(offer, in: row.workspace, db)
    else { return }
    try log(
      .pushFailed, of: found.incident, in: row.workspace, by: Actor.rollcall, responder: found.responder,
      detail: "\(row.service.name): \(reason)")
  }
}
