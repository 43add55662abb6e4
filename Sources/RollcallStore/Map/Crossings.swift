import GRDB
public import Rollcall

/// Somebody has come into a place or left it, as it stands in the log.
public struct CrossingEntry: Equatable, Sendable {
  /// Its id.
  public var id: Int64
  /// Who.
  public var responder: Responder.ID
  /// Their name.
  public var name: String
  /// What was crossed.
  public var crossing: Crossing
  /// What the place is called; an outlet that is gone by its id.
  public var place: String
  /// When the fix that shows it was on disk.
  public var receivedAt: Timestamp

  /// Where it stands.
  fileprivate var at: HistoryCursor { HistoryCursor(effective: crossing.at, id: id) }

  fileprivate init?(_ row: Row) {
    guard let place = MarkedPlace(region: row["region"], outlet: row["outlet_id"]) else { return nil }
    (id, responder, name) = (row["id"], Responder.ID(row["responder_id"]), row["responder"])
    crossing = Crossing(
      place: place, isEntry: row["is_entry"], at: Timestamp(milliseconds: row["effective_at"]))
    receivedAt = Timestamp(milliseconds: row["received_at"])
    switch place {
    case .region(let name): self.place = name
    case .outlet(let id): self.place = row["outlet"] ?? "outlet \(id.rawValue)"
    }
  }
}

extension Store {
  /// Who came into regions and outlets and left them, in order of time and id, after an entry of a page before. Blocks.
  ///
  /// - Parameters:
  ///   - span: by the time of the fix that showed it, half-open; no further back than the workspace keeps,
  ///     but for what is on hold.
  ///   - responder: only theirs.
  public func crossings(
    of workspace: Workspace, in span: TimeSpan, responder: Responder.ID? = nil,
    after last: (at: Timestamp, id: Int64)? = nil, limit: Int
  ) throws(StoreError) -> [CrossingEntry] {
    let now = clock()
    let index = responder == nil ? "crossing_workspace" : "crossing_responder"
    return try read { db in
      let shown = try ShownTime(
        span, from: RetentionLimits(days: workspace.retentionDays, now: now).reports, of: workspace.id,
        responder: responder, at: now, db)
      let statement = try db.cachedStatement(
        sql: """
          SELECT crossing.*, responder.name AS responder, outlet.name AS outlet
          FROM crossing INDEXED BY \(index) JOIN responder ON responder.id = crossing.responder_id
          LEFT JOIN outlet ON outlet.id = crossing.outlet_id
          WHERE crossing.workspace_id = :workspace AND \(responder == nil ? "" : "crossing.responder_id = :who AND")
            crossing.effective_at < :to AND (crossing.effective_at, crossing.id) > (:at, :id)
          ORDER BY crossing.effective_at, crossing.id LIMIT :limit
          """)
      let cursor = last.map { HistoryCursor(effective: $0.at, id: $0.id) }
      return try shown.rows(after: cursor, limit: max(0, limit), { ($0.responder.rawValue, $0.at) }) {
        span, start, wanted in
        var arguments: StatementArguments = [
          "workspace": workspace.id.rawValue, "to": span.to.milliseconds, "at": start.effective.milliseconds,
          "id": start.id, "limit": wanted,
        ]
        if let responder { arguments += ["who": responder.rawValue] }
        return try Row.fetchAll(statement, arguments: arguments).compactMap(CrossingEntry.init)
      }
    }
  }
}
