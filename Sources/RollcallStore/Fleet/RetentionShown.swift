import GRDB
import Rollcall

extension PurgeStep {
  /// Why somebody was silent is written down for good while what tells it is still there.
  ///
  /// Of each person at most one silence began before the limit and ended after it: what told its beginning goes now,
  /// so everything up to the last such end is judged.
  func sealCauses(_ limit: Int, _ pass: inout PurgePass, _ transaction: WriteTransaction) throws -> Int {
    let begins = pass.limits.reports.advanced(by: SilenceFacts.lookBack)
    let end = try Int64.fetchOne(
      transaction.db.cachedStatement(
        sql: """
          SELECT max((SELECT to_at FROM silence WHERE silence.responder_id = responder.id AND from_at < ?
            ORDER BY from_at DESC LIMIT 1)) FROM responder WHERE workspace_id = ?
          """), arguments: [begins.milliseconds, pass.workspace.id.rawValue])
    let instant = end.map { Timestamp(milliseconds: $0).advanced(by: 1) } ?? begins
    let sealed = try transaction.sealSilences(
      of: pass.workspace.id, before: max(instant, begins), limit: min(limit, 10))
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
