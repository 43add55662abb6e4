import Rollcall
import SQL

extension RetentionLimits {
  /// The evidence of a silence that began earlier has expired or is next to.
  var sealing: Timestamp { reports.advanced(by: SilenceFacts.lookBack) }
}

extension PurgePass {
  /// Reads ahead the rows for judging `limit` silences for good; returns how many silences there are.
  func readSilencesAhead(_ limit: Int, at now: Timestamp, _ db: Database) throws -> Int {
    try Silences.readAhead(of: workspace.id, begunBefore: limits.sealing, limit: limit, at: now, db)
  }
}

extension PurgeStep {
  /// Stores the cause of a silence for good while its evidence is still there.
  func sealCauses(_ limit: Int, _ pass: inout PurgePass, _ transaction: WriteTransaction) throws -> Int {
    let sealed = try transaction.liveness.sealSilences(
      of: pass.workspace.id, begunBefore: pass.limits.sealing, limit: min(limit, 10))
    if sealed < min(limit, 10) { pass.goOn() }
    return sealed
  }

  /// Stops showing last positions whose pings have expired.
  func forgetPositions(_ limit: Int, _ pass: inout PurgePass, _ transaction: WriteTransaction) throws -> Int {
    let people = try transaction.db.all(
      """
      SELECT responder_id FROM liveness
      WHERE workspace_id = \(pass.workspace.id) AND latest_effective_at < \(pass.limits.reports) LIMIT \(limit)
      """, as: Responder.ID.self)
    for id in people {
      var state = try transaction.liveness.state(of: id, in: pass.workspace.id)
      state.latest = nil
      try transaction.liveness.save(state)
    }
    if people.count < limit { pass.goOn() }
    return people.count
  }
}
