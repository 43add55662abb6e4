public import Rollcall
import SQL

extension TrackingStore {
  /// The people with confirmed false positions, and the time of the last decision. Blocks.
  ///
  /// A decision outlasts its positions: it counts while the log is kept. It stands as long as there is no
  /// later decision about the same flag of the same person, or confirmed positions remain. If positions
  /// remain that are newer than the decision, the newest of them tells the time.
  public func confirmedFalse(of workspace: Workspace) throws(StoreError) -> [Responder.ID: Timestamp] {
    let limits = RetentionLimits(days: workspace.retentionDays, now: clock())
    return try read { db in
      let positions = try Self.people(
        """
        SELECT responder_id, max(effective_at) AS last FROM doubt INDEXED BY doubt_confirmed
        WHERE workspace_id = \(workspace.id) AND state = 1 AND effective_at >= \(limits.reports)
          AND (flag & \(DoubtFlags.falsePlace)) <> 0 GROUP BY responder_id
        """, db)
      let decisions = try Self.people(
        """
        SELECT responder_id, max(at) AS last FROM doubt_review AS review
        WHERE workspace_id = \(workspace.id) AND state = 1 AND at >= \(limits.log)
          AND (flag & \(DoubtFlags.falsePlace)) <> 0
          AND (NOT EXISTS (SELECT 1 FROM doubt_review AS later
              WHERE later.workspace_id = \(workspace.id) AND later.responder_id = review.responder_id
              AND later.flag = review.flag AND later.id > review.id)
            OR EXISTS (SELECT 1 FROM doubt INDEXED BY doubt_confirmed WHERE doubt.workspace_id = \(workspace.id)
              AND doubt.responder_id = review.responder_id AND state = 1 AND effective_at >= \(limits.reports)
              AND doubt.flag = review.flag))
        GROUP BY responder_id
        """, db)
      return positions.merging(decisions) { _, decided in decided }
    }
  }

  private static func people(_ query: Query, _ db: Database) throws -> [Responder.ID: Timestamp] {
    let rows = try db.all(query) { (try $0["responder_id"] as Responder.ID, try $0["last"] as Timestamp) }
    return Dictionary(rows, uniquingKeysWith: { first, _ in first })
  }
}
