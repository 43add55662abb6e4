import Rollcall
import SQL

extension PushStore {
  /// Ends messages that can no longer be sent, and deletes old tests; returns how many. Blocks.
  ///
  /// A message that waited in vain is recorded in the incident's log; one of an ended offer is only removed.
  public func tidyPushJobs(limit: Int = 500) throws(StoreError) -> Int {
    let now = clock()
    let isNeeded = try read { try $0.exists(PushTidy.any(at: now)) }
    guard isNeeded else { return 0 }
    return try write { try $0.push.tidyPushJobs(limit: limit) }
  }
}

private enum PushTidy {
  /// How long the outcome of a test is kept: 30 days.
  static let testsKept: Milliseconds = 30 * 86_400_000

  /// Messages that wait and can no longer be sent at an instant.
  static func stuck(at now: Timestamp) -> Query {
    """
    FROM push_job INDEXED BY push_job_due
    JOIN push_channel ON push_channel.workspace_id = push_job.workspace_id AND push_channel.id = push_job.channel_id
    \(PushWays.owner)
    LEFT JOIN offer ON offer.workspace_id = push_job.workspace_id AND offer.id = push_job.offer_id
    WHERE push_job.state = 'waiting' AND (push_job.expires_at <= \(now) OR push_channel.gone_at IS NOT NULL
      OR NOT \(PushWays.isOwned) OR (push_job.kind = 'offer' AND offer.ended_at IS NOT NULL))
    """
  }

  /// A row, if there is anything to do.
  static func any(at now: Timestamp) -> Query {
    """
    SELECT 1 WHERE EXISTS (SELECT 1 \(stuck(at: now)))
      OR EXISTS (SELECT 1 FROM push_job WHERE kind = 'test' AND created_at < \(now.advanced(by: -testsKept)))
    """
  }
}

extension PushWrites {
  fileprivate func tidyPushJobs(limit: Int) throws -> Int {
    let ended = try db.all(
      """
      SELECT push_job.id, push_job.workspace_id, push_job.kind, offer.ended_at IS NULL AND offer.id IS NOT NULL AS is_open,
        push_job.expires_at <= \(now) AS is_late, push_channel.gone_at IS NOT NULL OR push_channel.provider = 'sms' AS is_gone
      \(PushTidy.stuck(at: now)) ORDER BY push_job.id LIMIT \(limit)
      """
    ) { row in
      let isOver = try !(row["is_open"] as Bool) && row["kind"] as PushJob.Kind == .offer
      let reason =
        try row["is_gone"]
        ? "the address is not used any more" : row["is_late"] ? "not handed over in time" : "logged out"
      return (
        id: try row["id"] as PushJob.ID, workspace: try row["workspace_id"] as Workspace.ID,
        state: isOver ? Delivery.State.cancelled : .failed,
        reason: isOver ? "the offer is over" : reason
      )
    }
    for job in ended { try end(job.id, in: job.workspace, as: job.state, job.reason) }
    let forgotten = try db.run(
      """
      DELETE FROM push_job WHERE id IN
        (SELECT id FROM push_job WHERE kind = 'test'
          AND created_at < \(transaction.lapsingTime.advanced(by: -PushTidy.testsKept)) LIMIT \(limit))
      """)
    return ended.count + forgotten
  }

  private func end(
    _ id: PushJob.ID, in workspace: Workspace.ID, as state: Delivery.State, _ reason: String
  ) throws {
    try db.run(
      """
      UPDATE push_job SET state = \(state), last_reason = \(reason)
      WHERE workspace_id = \(workspace) AND id = \(id)
      """)
    afterCommit { [outboxes = memory.outboxes] in outboxes.forget([id]) }
    guard state == .failed, let row = try PushRow.find(id, db) else { return }
    try log(.pushFailed, row, "\(row.service.name): \(reason)")
  }
}
