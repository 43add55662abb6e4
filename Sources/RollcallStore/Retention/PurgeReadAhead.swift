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

extension RetentionStore {
  /// Reads expired pings of a workspace in the order of their time, which is roughly that of the disk. The
  /// purge itself goes from person to person and would read each page separately. Blocks.
  ///
  /// - Parameters:
  ///   - last: where to continue; `nil` = at the oldest.
  ///   - rows: the most rows to read.
  /// - Returns: where it ended; `nil` = there are no more.
  public func readOldest(
    of pass: PurgePass, after last: HistoryCursor?, rows: Int
  ) throws(StoreError) -> HistoryCursor? {
    let start = last ?? HistoryCursor(effective: .distantPast, id: 0)
    return try read {
      try $0.track.readOldest(of: pass.workspace.id, after: start, before: pass.limits.reports, rows: rows)
    }
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
      while ahead.step != nil, ahead.step?.rows == nil { ahead.goOn() }
    }
    for _ in 0..<Self.mostParts {
      guard left > 0, let step = ahead.step, let rows = step.rows else { break }
      guard let part = try ahead.nextPart(of: step, db) else { continue }
      let found = try rows.look(
        of: part.person, in: workspace.id, part.span, limits, upTo: left, db)
      if found < left { ahead.reached = part.span.to }
      left -= found
    }
    return limit - left
  }
}
