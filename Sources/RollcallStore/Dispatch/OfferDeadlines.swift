import GRDB
public import Rollcall

extension Store {
  /// When the next open offer ends if nobody answers; `nil` = none is open. Blocks.
  public func nextOfferDeadline() throws(StoreError) -> Timestamp? {
    try read { db in
      try Int64.fetchOne(db, sql: "SELECT min(expires_at) FROM offer WHERE ended_at IS NULL")
        .map { Timestamp(milliseconds: $0) }
    }
  }

  /// Settles offers whose time is over, up to `limit` in one transaction; returns how many. Blocks.
  ///
  /// What is written does not depend on when this runs: each ends at its own instant.
  public func settleOverdueOffers(limit: Int = 500) throws(StoreError) -> Int {
    guard let next = try nextOfferDeadline(), next < clock() else { return 0 }
    return try write { transaction in
      let overdue = try Int64.fetchAll(
        transaction.db.cachedStatement(
          sql: """
            SELECT responder_id FROM offer WHERE ended_at IS NULL AND expires_at < ?
            ORDER BY expires_at LIMIT ?
            """), arguments: [transaction.now.milliseconds, limit])
      for id in overdue { try transaction.settleOffer(of: Responder.ID(id)) }
      return overdue.count
    }
  }
}
