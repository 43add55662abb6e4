public import Rollcall
import SQL

extension VisitStore {
  /// The most positions that are looked at of one leg.
  private static let legPoints: Int64 = 240
  /// The most legs that are measured in one snapshot: of long ones 6,000 rows, each somewhere else on the disk.
  static let legsOfRead = 25

  /// The same ways, measured along the positions that were reported on them on duty. Each few are a snapshot of their
  /// own, so that a day of many people holds up nobody. Blocks.
  ///
  /// Where somebody went off duty is theirs: such a stretch counts straight, from the last position on duty to the next.
  /// The retention of the workspace applies at once: of what has expired the straight line is left.
  public func measured(_ legs: [VisitLeg], in workspace: Workspace) throws(StoreError) -> [VisitLeg] {
    let oldest = RetentionLimits(days: workspace.retentionDays, now: clock()).reports
    var (rest, measured) = (legs[...], [VisitLeg]())
    measured.reserveCapacity(legs.count)
    while !rest.isEmpty {
      let part = rest.prefix(Self.legsOfRead)
      rest = rest.dropFirst(part.count)
      let few: [VisitLeg] = try read { db in
        try part.map { leg in
          guard let span = leg.span, span.from >= oldest else { return leg }
          let places = try Self.places(of: leg.responder, in: span, db)
          var leg = leg
          if !places.isEmpty { leg.travelled = leg.length(along: places) }
          return leg
        }
      }
      measured += few
    }
    return measured
  }

  /// One position of each stretch of time, none that is undated, made up or impossible, or was sent off duty.
  private static func places(of id: Responder.ID, in span: TimeSpan, _ db: Database) throws -> [Position] {
    let doubtful: DoubtFlags = [.mock, .speed, .nullIsland]
    let stretch = max(1, span.length / legPoints + 1)
    return try db.all(
      """
      SELECT lat, lng FROM ping WHERE id IN (
        SELECT max(id) FROM ping INDEXED BY ping_responder
        WHERE responder_id = \(id) AND effective_at >= \(span.from) AND effective_at < \(span.to)
          AND \(Fixes.counts) AND (flags & \(doubtful)) = 0
        GROUP BY (effective_at - \(span.from)) / \(stretch))
      ORDER BY effective_at, id
      """)
  }
}
