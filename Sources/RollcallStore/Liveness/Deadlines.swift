import GRDB
public import Rollcall

extension Store {
  /// When the next responder must be looked at; `nil` = nobody. Blocks.
  public func nextDeadline() throws(StoreError) -> Timestamp? {
    try read { db in
      try Int64.fetchOne(db, sql: "SELECT min(deadline_at) FROM liveness WHERE deadline_at IS NOT NULL")
        .map { Timestamp(milliseconds: $0) }
    }
  }

  /// Settles the most overdue responders, up to `limit` in one transaction; returns how many. Blocks.
  ///
  /// What is written does not depend on when this runs: each change is dated when it became true.
  public func settleOverdue(limit: Int = 1_000) throws(StoreError) -> Int {
    // A look costs nothing; a transaction costs a sync of the disk.
    guard let next = try nextDeadline(), next < clock() else { return 0 }
    return try write { transaction in
      let overdue = try Int64.fetchAll(
        transaction.db.cachedStatement(
          sql: "SELECT responder_id FROM liveness WHERE deadline_at < ? ORDER BY deadline_at LIMIT ?"),
        arguments: [transaction.now.milliseconds, limit])
      for id in overdue {
        var state = try transaction.state(of: Responder.ID(id))
        state.settle(until: transaction.now)
        try transaction.save(state)
      }
      return overdue.count
    }
  }
}
