import GRDB
public import Rollcall

extension Store {
  /// Who was confirmed to have sent false positions, and when that was last decided. Blocks.
  ///
  /// A decision outlasts the positions of which it was made: it counts while the log is kept. It stands as long as no other
  /// was made about the same flag of the same person since, or positions are left that are confirmed. Where positions
  /// outlast it, the newest of them tells when.
  public func confirmedFalse(of workspace: Workspace) throws(StoreError) -> [Responder.ID: Timestamp] {
    let limits = RetentionLimits(days: workspace.retentionDays, now: clock())
    return try read { db in
      let positions = try Self.people(
        db.cachedStatement(
          sql: """
            SELECT responder_id, max(effective_at) FROM doubt INDEXED BY doubt_confirmed
            WHERE workspace_id = ? AND state = 1 AND effective_at >= ? AND (flag & ?) <> 0 GROUP BY responder_id
            """),
        [workspace.id.rawValue, limits.reports.milliseconds, DoubtFlags.falsePlace.rawValue])
      let decisions = try Self.people(
        db.cachedStatement(
          sql: """
            SELECT responder_id, max(at) FROM doubt_review AS review
            WHERE workspace_id = ?1 AND state = 1 AND at >= ?2 AND (flag & ?3) <> 0
              AND (NOT EXISTS (SELECT 1 FROM doubt_review AS later WHERE later.responder_id = review.responder_id
                  AND later.flag = review.flag AND later.id > review.id)
                OR EXISTS (SELECT 1 FROM doubt INDEXED BY doubt_confirmed WHERE doubt.workspace_id = ?1
                  AND doubt.responder_id = review.responder_id AND state = 1 AND effective_at >= ?4
                  AND doubt.flag = review.flag))
            GROUP BY responder_id
            """),
        [
          workspace.id.rawValue, limits.log.milliseconds, DoubtFlags.falsePlace.rawValue,
          limits.reports.milliseconds,
        ])
      return positions.merging(decisions) { _, decided in decided }
    }
  }

  private static func people(
    _ statement: Statement, _ arguments: StatementArguments
  ) throws -> [Responder.ID: Timestamp] {
    let rows = try Row.fetchAll(statement, arguments: arguments)
    return Dictionary(
      rows.map { (Responder.ID($0[0]), Timestamp(milliseconds: $0[1])) },
      uniquingKeysWith: { first, _ in first })
  }
}
