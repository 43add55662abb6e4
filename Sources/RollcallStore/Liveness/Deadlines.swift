public import Rollcall
import SQL

extension LivenessStore {
  /// When the next deadline of a responder is due; `nil` = none. Blocks.
  public func nextDeadline() throws(StoreError) -> Timestamp? {
    try read { db in
      try db.first("SELECT min(deadline_at) FROM liveness WHERE deadline_at IS NOT NULL", as: Timestamp.self)
    }
  }

  /// Settles the most overdue responders, up to `limit` in one transaction; returns how many. Blocks.
  ///
  /// The result does not depend on when this runs: each change is dated when it became true.
  public func settleOverdue(limit: Int = 1_000) throws(StoreError) -> Int {
    // A look costs nothing; a transaction costs a sync of the disk.
    guard let next = try nextDeadline(), next < clock() else { return 0 }
    return try write(tellsChanges: true) { transaction in
      let overdue = try transaction.db.all(
        """
        SELECT workspace_id, responder_id FROM liveness WHERE deadline_at < \(transaction.now)
        ORDER BY deadline_at LIMIT \(limit)
        """, as: ResponderKey.self)
      for person in overdue {
        var state = try transaction.liveness.state(of: person.id, in: person.workspace)
        state.settle(until: transaction.now)
        try transaction.liveness.save(state)
      }
      return overdue.count
    }
  }
}
