import GRDB
public import Rollcall

/// Asking a service what became of messages that it took: Expo tells later whether the phone's maker took them.
public enum PushReceipts {
  /// From the taking of a message to the first look.
  static let firstLook: Milliseconds = 15 * 60_000
  /// How long a receipt is kept there.
  static let kept: Milliseconds = 24 * 3_600_000
  /// Between two looks at one that was not there.
  static let pause: Milliseconds = 15 * 60_000
}

extension Store {
  /// The messages whose receipts are due, by what the service calls them; at most `limit`. Blocks.
  public func duePushReceipts(limit: Int = 1_000) throws(StoreError) -> [String] {
    let now = clock().milliseconds
    return try read { db in
      try String.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT provider_id FROM push_job
            WHERE state = 'accepted' AND receipt_at IS NOT NULL AND receipt_at <= ? AND provider_id IS NOT NULL
            ORDER BY receipt_at LIMIT ?
            """), arguments: [now, limit])
    }
  }

  /// Stores what receipts say; what was asked and not answered is asked again until the service has forgotten it.
  ///
  /// - Parameter asked: what was asked for, as ``duePushReceipts(limit:)`` gave it.
  public func record(receipts: [String: PushResult], asked: [String]) throws(StoreError) {
    guard !asked.isEmpty else { return }
    try write { transaction in
      for id in asked { try transaction.record(receipts[id], receipt: id) }
    }
  }
}

extension WriteTransaction {
  fileprivate func record(_ result: PushResult?, receipt id: String) throws {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id, channel_id, accepted_at FROM push_job
          WHERE state = 'accepted' AND provider_id = ? AND receipt_at <= ?
          """), arguments: [id, now.milliseconds])
    for row in rows {
      let job = PushJob.ID(row["id"])
      let takenAt = Timestamp(milliseconds: row["accepted_at"])
      switch result {
      case nil, .retry:
        let next = now.advanced(by: PushReceipts.pause)
        if next.since(takenAt) < PushReceipts.kept {
          try db.execute(
            sql: "UPDATE push_job SET receipt_at = ? WHERE id = ?",
            arguments: [next.milliseconds, job.rawValue])
        } else {
          try settle(job, "done", nil)
        }
      case .accepted: try settle(job, "done", nil)
      case .gone(let reason):
        try drop(channel: row["channel_id"], because: reason)
        try settle(job, "failed", result)
        try tell(job, .pushGone, reason)
      case .refused(let reason), .misconfigured(let reason):
        try settle(job, "failed", result)
        try tell(job, .pushFailed, reason)
      }
    }
  }

  private func settle(_ job: PushJob.ID, _ state: String, _ result: PushResult?) throws {
    try db.execute(
      sql: """
        UPDATE push_job SET state = ?1, receipt_at = NULL, last_outcome = coalesce(?2, last_outcome),
          last_reason = coalesce(?3, last_reason), last_at = iif(?2 IS NULL, last_at, ?4) WHERE id = ?5
        """,
      arguments: [state, result?.kind.rawValue, result?.reason, now.milliseconds, job.rawValue])
  }

  private func tell(_ job: PushJob.ID, _ kind: IncidentStep.Kind, _ reason: String) throws {
    guard let row = try PushRow.find(job, db), let id = row.offer,
      let offer = try Offers.find(id, in: row.workspace, db)
    else { return }
    try log(
      kind, of: offer.incident, in: row.workspace, by: Actor.rollcall, responder: offer.responder,
      detail: "\(reason), says the receipt")
  }
}
