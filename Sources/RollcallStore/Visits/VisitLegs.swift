import GRDB
public import Rollcall

extension Store {
  /// The most positions that are looked at of one leg.
  private static let legPoints: Int64 = 240

  /// The ways between some visits, measured along the positions that were reported on them on duty. Blocks.
  ///
  /// Where somebody went off duty is theirs: such a stretch counts straight, from the last position on duty to the next.
  /// The retention of the workspace applies at once: of what has expired the straight line is left.
  public func legs(of visits: [Visit], in workspace: Workspace) throws(StoreError) -> [VisitLeg] {
    let oldest = RetentionLimits(days: workspace.retentionDays, now: clock()).reports
    let legs = VisitLeg.all(of: visits)
    return try read { db in
      try legs.map { leg in
        guard let span = leg.span, span.from >= oldest else { return leg }
        let places = try Self.places(of: leg.responder, in: span, db)
        var leg = leg
        if !places.isEmpty { leg.travelled = leg.length(along: places) }
        return leg
      }
    }
  }

  /// One position of each stretch of time, none that is undated, made up or impossible, or was sent off duty.
  private static func places(of id: Responder.ID, in span: TimeSpan, _ db: Database) throws -> [Position] {
    let doubtful: DoubtFlags = [.mock, .speed, .nullIsland]
    return try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT lat, lng FROM ping WHERE id IN (
            SELECT max(id) FROM ping INDEXED BY ping_responder
            WHERE responder_id = :id AND effective_at >= :from AND effective_at < :to AND \(Fixes.counts)
              AND (flags & :doubtful) = 0
            GROUP BY (effective_at - :from) / :stretch)
          ORDER BY effective_at, id
          """),
      arguments: [
        "id": id.rawValue, "from": span.from.milliseconds, "to": span.to.milliseconds,
        "doubtful": doubtful.rawValue, "stretch": max(1, span.length / legPoints + 1),
      ]
    ).compactMap { Position(latitude: $0["lat"], longitude: $0["lng"]) }
  }
}
