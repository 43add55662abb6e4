import Rollcall
import SQL

extension RetentionLimits {
  /// Of a silence that began earlier, evidence has expired or is the next to do so.
  var sealing: Timestamp { reports.advanced(by: SilenceFacts.lookBack) }
}

extension PurgePass {
  /// Reads what judging silences for good will read, `limit` of them; returns how many there are.
  func readSilencesAhead(_ limit: Int, at now: Timestamp, _ db: Database) throws -> Int {
    try Silences.readAhead(of: workspace.id, begunBefore: limits.sealing, limit: limit, at: now, db)
  }
}
