import Rollcall
import SQL

/// Expired pings, as the purge reads them before it deletes them.
extension Track {
  /// Reads pings of a workspace before `limit` in the order of their time, which is roughly that of the disk.
  ///
  /// - Returns: where it ended; `nil` = there are no more.
  func readOldest(
    of workspace: Workspace.ID, after start: HistoryCursor, before limit: Timestamp, rows: Int
  ) throws -> HistoryCursor? {
    var (count, end) = (0, HistoryCursor?.none)
    try db.each(
      """
      SELECT effective_at, id, lat FROM ping INDEXED BY ping_workspace
      WHERE workspace_id = \(workspace) AND (effective_at, id) > (\(start.effective), \(start.id))
        AND effective_at < \(limit) ORDER BY effective_at, id LIMIT \(rows)
      """
    ) { row in
      count += 1
      end = HistoryCursor(effective: try row["effective_at"], id: try row["id"])
    }
    return count < rows ? nil : end
  }

  /// Lookups of a row of `ping` in the large indexes that deleting it requires.
  static let indexesOfPings: [Query] = [
    """
    (SELECT count(*) FROM ping AS other INDEXED BY ping_workspace
      WHERE other.workspace_id = ping.workspace_id AND other.effective_at = ping.effective_at
        AND other.id = ping.id)
    """,
    """
    (SELECT count(*) FROM ping AS other INDEXED BY ping_identity
      WHERE other.responder_id = ping.responder_id AND other.recorded_at_raw IS ping.recorded_at_raw
        AND other.sequence IS ping.sequence AND other.queue_id = ping.queue_id AND other.variant = ping.variant
        AND other.id = ping.id)
    """,
  ]
}
