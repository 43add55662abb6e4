import GRDB
import Rollcall

extension PurgeStep {
  /// Why somebody was silent is written down for good while what tells it is still there.
  func sealCauses(_ limit: Int, _ pass: inout PurgePass, _ transaction: WriteTransaction) throws -> Int {
    let sealed = try transaction.sealSilences(
      of: pass.workspace.id, begunBefore: pass.limits.sealing, limit: min(limit, 10))
    if sealed < min(limit, 10) { pass.goOn() }
    return sealed
  }

  /// Where somebody was last is shown no longer than their pings are kept.
  func forgetPositions(_ limit: Int, _ pass: inout PurgePass, _ transaction: WriteTransaction) throws -> Int {
    let people = try Int64.fetchAll(
      transaction.db.cachedStatement(
        sql: "SELECT responder_id FROM liveness WHERE workspace_id = ? AND latest_effective_at < ? LIMIT ?"),
      arguments: [pass.workspace.id.rawValue, pass.limits.reports.milliseconds, limit])
    for id in people {
      var state = try transaction.state(of: Responder.ID(id))
      state.latest = nil
      try transaction.save(state)
    }
    if people.count < limit { pass.goOn() }
    return people.count
  }
}
