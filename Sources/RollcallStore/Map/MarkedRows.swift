import GRDB
import Rollcall

extension Store {
  /// The regions or outlets of a workspace have changed: the next fix is judged by what there is now.
  func forgetGround(of workspace: Workspace.ID, _ transaction: WriteTransaction) {
    transaction.memory.forgetGround(of: workspace)
    transaction.afterCommit { [regionShapes] in regionShapes.forget(workspace) }
  }
}

extension MarkedPlace {
  /// The place of a row; `nil` when it names none.
  init?(region: String?, outlet: Int64?) {
    switch (region, outlet) {
    case (let region?, nil): self = .region(region)
    case (nil, let outlet?): self = .outlet(Outlet.ID(outlet))
    default: return nil
    }
  }

  /// The columns of a row.
  var columns: (region: String?, outlet: Int64?) {
    switch self {
    case .region(let name): (name, nil)
    case .outlet(let id): (nil, id.rawValue)
    }
  }
}

extension MarkedGround {
  /// What there is in a workspace. A region whose geometry cannot be read is left out.
  init(of workspace: Workspace.ID, version: Int64, _ db: Database) throws {
    let regions = try MappedRegion.all(of: workspace, db)
    let outlets = try Row.fetchAll(
      db, sql: "SELECT * FROM outlet WHERE workspace_id = ?", arguments: [workspace.rawValue])
    self.init(
      regions: regions.map { ($0.name, $0.shape) }, outlets: outlets.compactMap(Outlets.outlet),
      version: version)
  }
}
