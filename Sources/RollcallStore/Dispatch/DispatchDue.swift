import Foundation
public import Rollcall
import SQL

extension DispatchStore {
  /// Raised when an incident is due at once; the waiting thread calls ``dispatchDue(limit:)``.
  public var dispatchSignal: Signal { store.writer.dispatchSignal }

  /// When time alone next changes something for an incident; `nil` = never. Blocks.
  public func nextDispatch() throws(StoreError) -> Timestamp? {
    try read { db in
      try db.first(
        """
        SELECT min(at) FROM (
          SELECT min(wake_at) AS at FROM incident WHERE wake_at IS NOT NULL
          UNION ALL SELECT min(\(Offers.end)) + 1 FROM offer WHERE ended_at IS NULL
          UNION ALL SELECT min(grace_at) + 1 FROM assignment WHERE ended_at IS NULL AND grace_at IS NOT NULL
            AND lost_at IS NULL)
        """, as: Timestamp.self)
    }
  }

  /// Handles incidents that are due, up to `limit` of them: offers that expired, graces that ended, the next
  /// person to ask. The most severe incident comes first, then the oldest, so that scarce people are asked
  /// for that one. Returns how many there were. Blocks.
  ///
  /// Each end is dated at its own instant, whenever this runs. A failure of one incident does not delay the
  /// others.
  ///
  /// - Throws: the first failure, once all have been tried.
  @discardableResult
  public func dispatchDue(limit: Int = 500) throws(StoreError) -> Int {
    guard let next = try nextDispatch(), next <= clock() else { return 0 }
    let due = try read { db in try Self.due(at: clock(), limit: limit, db) }
    let outcomes = Outcomes()
    for (id, workspace) in due {
      outcomes.group.enter()
      write(rows: 6) { transaction in
        try transaction.dispatch.advance(id, in: workspace, by: Actor.rollcall) { machine in
          try machine.wake(try transaction.dispatch.field(for: id, in: workspace), at: transaction.now)
        }
      } done: {
        if case .failure(let error) = $0 { outcomes.failure = outcomes.failure ?? error }
        outcomes.group.leave()
      }
    }
    outcomes.group.wait()
    if let failure = outcomes.failure { throw failure }
    return due.count
  }

  private static func due(
    at now: Timestamp, limit: Int, _ db: Database
  ) throws -> [(Incident.ID, Workspace.ID)] {
    try db.all(
      """
      SELECT incident.id, incident.workspace_id FROM (
        SELECT workspace_id, id FROM incident WHERE wake_at <= \(now)
        UNION SELECT workspace_id, incident_id FROM offer WHERE ended_at IS NULL AND \(Offers.end) < \(now)
        UNION SELECT workspace_id, incident_id FROM assignment
          WHERE ended_at IS NULL AND grace_at < \(now) AND lost_at IS NULL) AS due
      JOIN incident ON incident.workspace_id = due.workspace_id AND incident.id = due.id
      ORDER BY \(Incidents.urgency), opened_at, incident.id LIMIT \(limit)
      """
    ) { (try $0["id"], try $0["workspace_id"]) }
  }
}

/// The results of several writes. Set on the writer's thread, read once all are done.
private final class Outcomes: @unchecked Sendable {
  let group = DispatchGroup()
  var failure: StoreError?
}
