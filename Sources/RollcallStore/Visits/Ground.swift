public import Rollcall
import SQL

extension VisitStore {
  /// Adds regions and outlets to a workspace, all or none; an existing region gets the new geometry.
  ///
  /// - Throws: `notFound` for the workspace; `conflict` when an outlet's external id is taken.
  public func addGround(regions: [NewRegion], outlets: [NewOutlet], slug: String) throws(StoreError) {
    try write { transaction in
      let workspace = try Workspaces.require(slug: slug, transaction.db).id
      store.liveness.forgetGround(of: workspace, transaction)
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
  func add(_ outlet: NewOutlet, to workspace: Workspace.ID) throws {
    let isTaken = try db.exists(
      "SELECT 1 FROM outlet WHERE workspace_id = \(workspace) AND external_id = \(outlet.externalID)")
    guard !isTaken else { throw StoreError.conflict("outlet \(outlet.externalID ?? "") exists") }
    try db.run(
      """
      INSERT INTO outlet (workspace_id, id, name, lat, lng, external_id, radius_m)
      VALUES (\(workspace), \(try transaction.next(.outlet, as: Outlet.ID.self)), \(outlet.name), \(outlet.position.latitude),
        \(outlet.position.longitude), \(outlet.externalID), \(outlet.radius))
      """)
  }
}
