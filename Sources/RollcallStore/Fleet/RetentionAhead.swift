import GRDB
import Rollcall

extension Store {
  /// Reads what the next slice of a purge will touch; returns how many rows that were. Blocks.
  ///
  /// What has expired is what nobody has looked at for the longest time: it must be read from the disk, and while the
  /// writer waits for that, uploads wait for the writer.
  ///
  /// - Parameter rows: no more than so many.
  @discardableResult public func readAhead(of pass: PurgePass, rows: Int) throws(StoreError) -> Int {
    let now = clock()
    return try read { try pass.readAhead(rows, at: now, $0) }
  }
}

extension PurgePass {
  /// The most people who are looked at without a row that goes.
  private static let mostPeople = 500

  /// The most silences for which evidence is read: there is much of it.
  private static let mostSilences = 30

  /// Goes the same way as the slice will, and only looks. A step that does not go from person to person ends it.
  fileprivate func readAhead(_ limit: Int, at now: Timestamp, _ db: Database) throws -> Int {
    var ahead = self
    ahead.held = try HeldRows(of: workspace.id, at: now, db)
    var left = limit
    if step == .causes {
      return try Silences.readAhead(
        of: workspace.id, begunBefore: limits.sealing, limit: min(limit, Self.mostSilences), at: now, db)
    }
    for _ in 0..<Self.mostPeople {
      guard left > 0, let step = ahead.step, let rows = step.rows else { break }
      guard let part = try ahead.nextPart(of: step, db) else { continue }
      let found = try rows.look(of: part.person, in: part.span, limits, upTo: left, db)
      if found < left { ahead.reached = part.span.to }
      left -= found
    }
    return limit - left
  }
}
