import GRDB
public import Rollcall

extension Store {
  /// How many offers of a workspace ended how, as far back as they are kept. Blocks.
  public func endedOffers(of workspace: Workspace.ID) throws(StoreError) -> [Offer.State: Int] {
    try read { db in
      let rows = try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT state, count(*) AS count FROM offer
            WHERE workspace_id = ? AND ended_at IS NOT NULL GROUP BY state
            """), arguments: [workspace.rawValue])
      return Dictionary(
        rows.compactMap { row in Offer.State(rawValue: row["state"]).map { ($0, row["count"] as Int) } },
        uniquingKeysWith: +)
    }
  }
}
