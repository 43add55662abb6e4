public import Rollcall
import SQL

/// Asking a service what became of messages that it took: Expo tells later whether the phone's maker took them.
public enum PushReceipts {
  /// From the taking of a message to the first look.
  static let firstLook: Milliseconds = 15 * 60_000
  /// How long a receipt is kept there.
  static let kept: Milliseconds = 24 * 3_600_000
  /// Between two looks at one that was not there.
  static let pause: Milliseconds = 15 * 60_000
}

extension PushStore {
  /// The messages whose receipts are due, by what the service calls them; at most `limit`. Blocks.
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

  /// Stores what receipts say; what was asked and not answered is asked again until the service has forgotten it.
  ///
  /// - Parameter asked: what was asked for, as ``duePushReceipts(limit:)`` gave it.
  public func record(receipts: [String: PushResult], asked: [String]) throws(StoreError) {
    guard !asked.isEmpty else { return }
    try write { transaction in
      for id in asked { try transaction.push.record(receipts[id], receipt: id) }
    }
  }
}

/// By what a message's row is found.
private struct JobKey {
  let id: PushJob.ID
  let workspace: Workspace.ID

  /// The condition of the row.
  var row: Query { "workspace_id = \(workspace) AND id = \(id)" }
}

extension PushWrites {
  fileprivate func record(_ result: PushResult?, receipt id: String) throws {
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
      switch result {
      case nil, .retry:
        let next = now.advanced(by: PushReceipts.pause)
        if next.since(takenAt) < PushReceipts.kept {
          try db.run("UPDATE push_job SET receipt_at = \(next) WHERE \(job.row)")
        } else {
          try settle(job, "done", nil)
        }
      case .accepted: try settle(job, "done", nil)
      case .gone(let reason):
        try drop(channel: channel, in: job.workspace, because: reason)
        try settle(job, "failed", result)
        try tell(job, .pushGone, reason)
      case .refused(let reason), .misconfigured(let reason):
        try settle(job, "failed", result)
        try tell(job, .pushFailed, reason)
      }
    }
  }

  private func settle(_ job: JobKey, _ state: String, _ result: PushResult?) throws {
    try db.run(
      """
      UPDATE push_job SET state = \(state), receipt_at = NULL, last_outcome = coalesce(\(result?.kind), last_outcome),
        last_reason = coalesce(\(result?.reason), last_reason),
        last_at = CASE WHEN \(result?.kind) IS NULL THEN last_at ELSE \(now) END
      WHERE \(job.row)
      """)
  }

  private func tell(_ job: JobKey, _ kind: IncidentStep.Kind, _ reason: String) throws {
    guard let row = try PushRow.find(job.id, db), let id = row.offer,
      let offer = try Offers.find(id, in: row.workspace, db)
    else { return }
    try transaction.dispatch.log(
      kind, of: offer.incident, in: row.workspace, by: Actor.rollcall, responder: offer.responder,
      detail: "\(reason), says the receipt")
  }
}
