import Rollcall
import SQL

extension RetentionStore {
  /// Reads what the next slice of a purge will touch. Returns how many rows that were. Blocks.
  ///
  /// Expired data is the least recently used, so it must be read from disk, and uploads would wait while the
  /// writer does that.
  ///
  /// - Parameter rows: the most rows to read.
  @discardableResult public func readAhead(of pass: PurgePass, rows: Int) throws(StoreError) -> Int {
    let now = clock()
    return try read { try pass.readAhead(rows, at: now, $0) }
  }
}

extension PurgePass {
  /// The most steps from person to person, or from one kind of rows to the next.
  private static let mostParts = 1_000

  /// The most silences whose evidence is read, because there is much of it.
  private static let mostSilences = 30

  /// Follows the path of the next slice without changing anything. Ends at a later step that does not go from
  /// person to person.
  fileprivate func readAhead(_ limit: Int, at now: Timestamp, _ db: Database) throws -> Int {
    var ahead = self
    ahead.held = try HeldRows(of: workspace.id, at: now, db)
    var left = limit
    if step == .causes {
      let most = min(limit, Self.mostSilences)
      left -= try readSilencesAhead(most, at: now, db)
      guard limit - left < most else { return limit - left }
      // The same slice continues with the rows; the steps in between touch only what is in memory.
      while ahead.step != nil, ahead.step?.expiring == nil { ahead.goOn() }
    }
    for _ in 0..<Self.mostParts {
      guard left > 0, let step = ahead.step, let expiring = step.expiring else { break }
      guard let part = try ahead.nextPart(of: step, db) else { continue }
      let person = ResponderKey(Responder.ID(part.person), in: workspace.id)
      let found = try expiring.look(of: person, part.span, limits, upTo: left, db)
      if found < left { ahead.reached = part.span.to }
      left -= found
    }
    return limit - left
  }
}
