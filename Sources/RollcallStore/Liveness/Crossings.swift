public import Rollcall
import SQL

/// A person entered a place or left it, as recorded in the log.
public struct CrossingEntry: Equatable, Sendable {
  /// Its id.
  public var id: Int64
  /// The person.
  public var responder: Responder.ID
  /// Their name.
  public var name: String
  /// The crossing.
  public var crossing: Crossing
  /// The name of the place; the id of an outlet that is gone.
  public var place: String
  /// When the fix that shows it was on disk.
  public var receivedAt: Timestamp

  /// Its place in the history.
  fileprivate var at: HistoryCursor { HistoryCursor(effective: crossing.at, id: id) }

  fileprivate init(_ row: Row) throws {
    (id, responder, name) = (try row["id"], try row["responder_id"], try row["responder"])
    (crossing, receivedAt) = (try Crossing(row: row), try row["received_at"])
    switch crossing.place {
    case .region(let name): place = name
    case .outlet(let id): place = try row["outlet"] ?? "outlet \(id.rawValue)"
    }
  }
}

extension LivenessStore {
  /// People's crossings of regions and outlets, in order of time and id, after an entry of a previous page.
  /// Blocks.
  ///
  /// - Parameters:
  ///   - span: by the time of the fix that showed it, half-open; no further back than the workspace keeps,
  ///     except data on hold.
  ///   - responder: only theirs.
  public func crossings(
    of workspace: Workspace, in span: TimeSpan, responder: Responder.ID? = nil,
    after last: (at: Timestamp, id: Int64)? = nil, limit: Int
  ) throws(StoreError) -> [CrossingEntry] {
    let now = clock()
    let index: Query = responder == nil ? "crossing_workspace" : "crossing_responder"
    let theirs: Query = if let responder { "crossing.responder_id = \(responder) AND" } else { .empty }
    return try read { db in
      let shown = try ShownTime(
        span, from: RetentionLimits(days: workspace.retentionDays, now: now).reports, of: workspace.id,
        responder: responder, at: now, db)
      let cursor = last.map { HistoryCursor(effective: $0.at, id: $0.id) }
      return try shown.rows(after: cursor, limit: max(0, limit), { ($0.responder.rawValue, $0.at) }) {
        span, start, wanted in
        try db.all(
          """
          SELECT crossing.*, responder.name AS responder, outlet.name AS outlet
          FROM crossing INDEXED BY \(index)
          JOIN responder ON responder.workspace_id = crossing.workspace_id AND responder.id = crossing.responder_id
          LEFT JOIN outlet ON outlet.workspace_id = crossing.workspace_id AND outlet.id = crossing.outlet_id
          WHERE crossing.workspace_id = \(workspace.id) AND \(theirs) crossing.effective_at < \(span.to)
            AND (crossing.effective_at, crossing.id) > (\(start.effective), \(start.id))
          ORDER BY crossing.effective_at, crossing.id LIMIT \(wanted)
          """, CrossingEntry.init)
      }
    }
  }
}
