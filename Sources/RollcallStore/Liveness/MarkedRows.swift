import Rollcall
import SQL

extension MarkedPlace {
  /// The place of a row.
  ///
  /// - Throws: `StoreError.unavailable` when it names none.
  init(region: String?, outlet: Outlet.ID?) throws {
    switch (region, outlet) {
    case (let region?, nil): self = .region(region)
    case (nil, let outlet?): self = .outlet(outlet)
    default: throw StoreError.unavailable("a stored crossing names no place")
    }
  }

  /// The columns of a row.
  var columns: (region: String?, outlet: Outlet.ID?) {
    switch self {
    case .region(let name): (name, nil)
    case .outlet(let id): (nil, id)
    }
  }
}

extension MarkedGround {
  /// The places of a workspace. A region whose geometry cannot be read is left out.
  init(of workspace: Workspace.ID, version: Int64, _ db: Database) throws {
    let regions = try MappedRegion.all(of: workspace, db)
    let outlets = try db.all("SELECT * FROM outlet WHERE workspace_id = \(workspace)", as: Outlet.self)
    self.init(
      regions: regions.map { ($0.name, $0.shape) }, outlets: outlets, version: version)
  }
}
