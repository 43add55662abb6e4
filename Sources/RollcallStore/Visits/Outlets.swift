public import Rollcall
package import SQL

/// Rows of `outlet`.
enum Outlets {
  static func find(_ id: Outlet.ID, in workspace: Workspace.ID, _ db: Database) throws -> Outlet? {
    try db.first("SELECT * FROM outlet WHERE workspace_id = \(workspace) AND id = \(id)")
  }
}

extension Outlet: FetchableRecord {
  /// From a row of `outlet`.
  package init(row: Row) throws {
    self.init(
      id: try row["id"], name: try row["name"], position: try Position(row: row),
      externalID: try row["external_id"], radius: try row["radius_m"])
  }
}

extension VisitStore {
  /// The outlets of a workspace, by name. Blocks.
  public func outlets(of workspace: Workspace.ID) throws(StoreError) -> [Outlet] {
    try read { db in
      try db.all("SELECT * FROM outlet WHERE workspace_id = \(workspace) ORDER BY name, id")
    }
  }

  /// Imports a list of outlets, all or none: one with a known external id is updated, others are added.
  /// Blocks.
  ///
  /// - Returns: how many are new, and how many of the others have changed.
  /// - Throws: `invalid` for control characters in a name or external id.
  public func importOutlets(
    _ outlets: [NewOutlet], in scope: Scope
  ) throws(StoreError) -> (added: Int, changed: Int) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    for outlet in outlets
    where outlet.name.hasControlCharacters || outlet.externalID?.hasControlCharacters == true {
      throw .invalid("an outlet's name and external id have no control characters")
    }
    return try write(scope) { transaction in
      var (added, changed) = (0, 0)
      for outlet in outlets {
        switch try transaction.visits.replace(outlet, in: workspace) {
        case true?: changed += 1
        case false?: break
        case nil:
          try transaction.visits.add(outlet, to: workspace)
          added += 1
        }
      }
      if added + changed > 0 {
        store.fleet.forgetGround(of: workspace, transaction)
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
    _ id: Outlet.ID, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { transaction in
      guard try Outlets.find(id, in: workspace, transaction.db) != nil else {
        throw StoreError.notFound("outlet \(id.rawValue)")
      }
      guard
        try !transaction.db.exists(
          "SELECT 1 FROM visit WHERE workspace_id = \(workspace) AND outlet_id = \(id)")
      else {
        throw StoreError.conflict("There are visits to this outlet.")
      }
      store.fleet.forgetGround(of: workspace, transaction)
      try transaction.db.run("DELETE FROM outlet WHERE workspace_id = \(workspace) AND id = \(id)")
      try transaction.audit(actor, "outlet.remove", subject: "outlet \(id.rawValue)", in: workspace)
    }
  }
}

extension VisitWrites {
  /// Updates the outlet with the same external id. Returns whether that made a difference, or `nil` when
  /// there is none.
  fileprivate func replace(_ outlet: NewOutlet, in workspace: Workspace.ID) throws -> Bool? {
    guard let code = outlet.externalID,
      let old = try db.first(
        "SELECT * FROM outlet WHERE workspace_id = \(workspace) AND external_id = \(code)", as: Outlet.self)
    else { return nil }
    let new = Outlet(
      id: old.id, name: outlet.name, position: outlet.position, externalID: code, radius: outlet.radius)
    guard new != old else { return false }
    try db.run(
      """
      UPDATE outlet SET name = \(new.name), lat = \(new.position.latitude), lng = \(new.position.longitude),
        radius_m = \(new.radius)
      WHERE workspace_id = \(workspace) AND id = \(new.id)
      """)
    return true
  }
}

extension VisitStore {
  /// Adds regions and outlets to a workspace, all or none; an existing region gets the new geometry.
  ///
  /// - Throws: `notFound` for the workspace; `conflict` when an outlet's external id is taken.
  public func addRegionsAndOutlets(regions: [NewRegion], outlets: [NewOutlet], slug: String)
    throws(StoreError)
  {
    try write { transaction in
      let workspace = try Workspaces.require(slug: slug, transaction.db).id
      store.fleet.forgetGround(of: workspace, transaction)
      for region in regions {
        try transaction.fleet.set(ground: region, in: workspace)
      }
      for outlet in outlets { try transaction.visits.add(outlet, to: workspace) }
      try transaction.audit(
        .commandLine, "ground.add", subject: "workspace",
        detail: "\(regions.count) regions, \(outlets.count) outlets", in: workspace)
    }
  }
}

extension VisitWrites {
  /// Adds an outlet.
  ///
  /// - Throws: `conflict` when its external id is taken.
  @discardableResult
  func add(_ outlet: NewOutlet, to workspace: Workspace.ID) throws -> Outlet.ID {
    try requireFree(outlet.externalID, in: workspace)
    let id = try transaction.next(.outlet, as: Outlet.ID.self)
    try db.run(
      """
      INSERT INTO outlet (workspace_id, id, name, lat, lng, external_id, radius_m)
      VALUES (\(workspace), \(id), \(outlet.name), \(outlet.position.latitude),
        \(outlet.position.longitude), \(outlet.externalID), \(outlet.radius))
      """)
    return id
  }
}
