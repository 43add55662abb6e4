public import Rollcall
import SQL

/// Receipts: Expo tells later whether the phone's maker took a message that it had accepted.
public enum PushReceipts {
  /// From the acceptance of a message to the first look.
  static let firstLook: Milliseconds = 15 * 60_000
  /// How long a receipt is kept there.
  static let kept: Milliseconds = 24 * 3_600_000
  /// The wait before a missing receipt is asked for again.
  static let pause: Milliseconds = 15 * 60_000
}

extension PushStore {
  /// The messages whose receipts are due, by the service's ids; at most `limit`. Blocks.
  public func duePushReceipts(limit: Int = 1_000) throws(StoreError) -> [String] {
    let now = clock().milliseconds
    return try read { db in
      try db.all(
        """
        SELECT provider_id FROM push_job
        WHERE state = 'accepted' AND receipt_at IS NOT NULL AND receipt_at <= \(now) AND provider_id IS NOT NULL
        ORDER BY receipt_at LIMIT \(limit)
        """, as: String.self)
    }
  }

  /// Stores the results of receipts. Ids without a result are asked for again until the service has forgotten
  /// them.
  ///
  /// - Parameter asked: the ids asked for, from ``duePushReceipts(limit:)``.
  public func record(receipts: [String: DeliveryResult], asked: [String]) throws(StoreError) {
    guard !asked.isEmpty else { return }
    try write { transaction in
      for id in asked { try transaction.push.record(receipts[id], receipt: id) }
    }
  }
}

/// The key of a message's row.
private struct JobKey {
  let id: PushJob.ID
  let workspace: Workspace.ID

  /// The condition of the row.
  var row: Query { "workspace_id = \(workspace) AND id = \(id)" }
}

extension PushWrites {
  fileprivate func record(_ result: DeliveryResult?, receipt id: String) throws {
    let jobs = try db.all(
      """
      SELECT id, workspace_id, channel_id, accepted_at FROM push_job
      WHERE state = 'accepted' AND provider_id = \(id) AND receipt_at <= \(now)
      """
    ) {
      (
        job: JobKey(id: try $0["id"], workspace: try $0["workspace_id"]),
        channel: try $0["channel_id"] as Int64,
        takenAt: try $0["accepted_at"] as Timestamp
      )
    }
    for (job, channel, takenAt) in jobs {
      guard let result, result.kind != .retry else {
        let next = now.advanced(by: PushReceipts.pause)
        try ask(job, at: next.since(takenAt) < PushReceipts.kept ? next : nil)
        continue
      }
      if result.kind == .gone { try drop(channel: channel, in: job.workspace, because: result.reason) }
      if result.kind == .accepted { try ask(job, at: nil) } else { try fail(job, result) }
    }
  }

  /// When to ask for the receipt; `nil` = never again.
  private func ask(_ job: JobKey, at instant: Timestamp?) throws {
    try db.run("UPDATE push_job SET receipt_at = \(instant) WHERE \(job.row)")
  }

  private func fail(_ job: JobKey, _ result: DeliveryResult) throws {
    try db.run(
      """
      UPDATE push_job SET state = \(Delivery.State.failed), receipt_at = NULL, last_outcome = \(result.kind),
        last_reason = \(result.reason), last_at = \(now) WHERE \(job.row)
      """)
    try tell(job, result.kind == .gone ? .pushGone : .pushFailed, result.reason)
  }

  private func tell(_ job: JobKey, _ kind: IncidentStep.Kind, _ reason: String) throws {
    guard let row = try PushRow.find(job.id, db) else { return }
    try log(kind, row, "\(reason), says the receipt")
  }
}
