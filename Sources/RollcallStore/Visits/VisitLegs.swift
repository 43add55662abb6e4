public import Rollcall
import SQL

extension VisitStore {
  /// The most positions read for one leg.
  private static let legPoints: Int64 = 240
  /// The most legs measured in one snapshot: long ones take 6,000 rows, each elsewhere on the disk.
  static let legsOfRead = 25

  /// The same legs, measured along the positions reported on duty. Every few legs are a snapshot of their
  /// own, so that a day of many people blocks no one. Blocks.
  ///
  /// Where a person went off duty is private: such a stretch counts as straight, from the last position on
  /// duty to the next. The workspace's retention applies at once: for expired positions the straight line
  /// remains.
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

  /// One position for each stretch of time, without those that are undated, mock or impossible, or were sent
  /// off duty.
  private static func places(of id: Responder.ID, in span: TimeSpan, _ db: Database) throws -> [Position] {
    let doubtful: DoubtFlags = [.mock, .speed, .nullIsland]
    return try db.track.thinned(of: id, in: span, to: legPoints, without: doubtful).map(\.position)
  }
}
