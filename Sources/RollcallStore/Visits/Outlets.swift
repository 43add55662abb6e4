import GRDB
public import Rollcall

/// Rows of `outlet`.
enum Outlets {
  static func outlet(_ row: Row) -> Outlet? {
    guard let position = Position(latitude: row["lat"], longitude: row["lng"]) else { return nil }
    return Outlet(
      id: Outlet.ID(row["id"]), name: row["name"], position: position, externalID: row["external_id"],
      radius: row["radius_m"])
  }

  static func find(_ id: Outlet.ID, in workspace: Workspace.ID, _ db: Database) throws -> Outlet? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM outlet WHERE workspace_id = ? AND id = ?"),
      arguments: [workspace.rawValue, id.rawValue]
    ).flatMap(outlet)
  }
}

extension Store {
  /// The outlets of a workspace, by name. Blocks.
  public func outlets(of workspace: Workspace.ID) throws(StoreError) -> [Outlet] {
    try read { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM outlet WHERE workspace_id = ? ORDER BY name, id",
        arguments: [workspace.rawValue]
      ).compactMap(Outlets.outlet)
    }
  }

  /// Takes a list of outlets, all or none: one whose external id is known is changed, others are new. Blocks.
  ///
  /// - Returns: how many are new, and how many of the others differ from before.
  /// - Throws: `invalid` for control characters in a name or external id.
  public func importOutlets(
    _ outlets: [NewOutlet], by actor: String, in workspace: Workspace.ID
  ) throws(StoreError) -> (added: Int, changed: Int) {
    for outlet in outlets
    where outlet.name.hasControlCharacters || outlet.externalID?.hasControlCharacters == true {
      throw .invalid("an outlet's name and external id have no control characters")
    }
    return try write { transaction in
      var (added, changed) = (0, 0)
      for outlet in outlets {
        switch try transaction.replace(outlet, in: workspace) {
        case true?: changed += 1
        case false?: break
        case nil:
          try transaction.add(outlet, to: workspace)
          added += 1
        }
      }
      if added + changed > 0 {
        forgetGround(of: workspace, transaction)
        try transaction.audit(
          actor, "outlet.import", subject: "workspace", detail: "\(added) new, \(changed) changed",
          in: workspace)
      }
      return (added, changed)
    }
  }

  /// Removes an outlet.
  ///
  /// - Throws: `notFound`; `conflict` while there are visits to it.
  public func removeOutlet(
    _ id: Outlet.ID, by actor: String, in workspace: Workspace.ID
  ) throws(StoreError) {
    try write { transaction in
      guard try Outlets.find(id, in: workspace, transaction.db) != nil else {
        throw StoreError.notFound("outlet \(id.rawValue)")
      }
      let isVisited = try Bool.fetchOne(
        transaction.db, sql: "SELECT EXISTS (SELECT 1 FROM visit WHERE outlet_id = ?)",
        arguments: [id.rawValue])
      guard isVisited != true else { throw StoreError.conflict("There are visits to this outlet.") }
      forgetGround(of: workspace, transaction)
      try transaction.db.execute(sql: "DELETE FROM outlet WHERE id = ?", arguments: [id.rawValue])
      try transaction.audit(actor, "outlet.remove", subject: "outlet \(id.rawValue)", in: workspace)
    }
  }
}

extension WriteTransaction {
  /// Changes the outlet with the same external id; whether that made a difference, or `nil` when there is none.
  fileprivate func replace(_ outlet: NewOutlet, in workspace: Workspace.ID) throws -> Bool? {
    guard let code = outlet.externalID,
      let row = try Row.fetchOne(
        db.cachedStatement(sql: "SELECT * FROM outlet WHERE workspace_id = ? AND external_id = ?"),
        arguments: [workspace.rawValue, code]), let old = Outlets.outlet(row)
    else { return nil }
    let new = Outlet(
      id: old.id, name: outlet.name, position: outlet.position, externalID: code, radius: outlet.radius)
    guard new != old else { return false }
    try db.execute(
      sql: "UPDATE outlet SET name = ?, lat = ?, lng = ?, radius_m = ? WHERE id = ?",
      arguments: [
        new.name, new.position.latitude, new.position.longitude, new.radius, new.id.rawValue,
      ])
    return true
  }
}
