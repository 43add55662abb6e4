public import Rollcall
import SQL

/// A new region, which people and incidents refer to by name.
public struct NewRegion: Equatable, Sendable {
  /// Its name, 1 to 80 letters.
  public var name: String
  /// Its polygons as GeoJSON. An unreadable geometry is stored, and contains no place.
  public var geometry: String

  /// Creates a region.
  public init(name: String, geometry: String) {
    self.name = name
    self.geometry = geometry
  }
}

/// Regions by their ids, by which the audit names them: an entry is never erased, and a region may bear a
/// person's name.
enum Regions {
  /// The id of a region; `nil` = the workspace has none of this name.
  static func id(of name: String, in workspace: Workspace.ID, _ db: Database) throws -> Int64? {
    try db.first("SELECT id FROM region WHERE workspace_id = \(workspace) AND name = \(name)", as: Int64.self)
  }

  /// `region 5`
  static func subject(_ name: String, in workspace: Workspace.ID, _ db: Database) throws -> String {
    try id(of: name, in: workspace, db).map { "region \($0)" } ?? "region"
  }
}

extension FleetStore {
  /// The present names of a workspace's regions, by id. Blocks.
  public func regionNames(of workspace: Workspace.ID) throws(StoreError) -> [Int64: String] {
    try read { db in
      let names = try db.all("SELECT id, name FROM region WHERE workspace_id = \(workspace)") {
        (try $0["id"] as Int64, try $0["name"] as String)
      }
      return Dictionary(names, uniquingKeysWith: { first, _ in first })
    }
  }
}

/// A region, as the settings show it.
public struct RegionFacts: Sendable {
  /// Its name.
  public let name: String
  /// Its area; `nil` = not drawn, or unreadable.
  public let shape: RegionShape?
  /// How many people belong to it, active or not.
  public let people: Int

  /// Creates a region.
  public init(name: String, shape: RegionShape?, people: Int) {
    (self.name, self.shape, self.people) = (name, shape, people)
  }
}

extension FleetStore {
  /// The regions of a workspace, by name, including those without an area. Blocks.
  public func regionFacts(of workspace: Workspace.ID) throws(StoreError) -> [RegionFacts] {
    try read { db in
      try db.all(
        """
        SELECT name, geometry, (SELECT count(*) FROM responder WHERE responder.workspace_id = region.workspace_id
          AND responder.region = region.name) AS people
        FROM region WHERE workspace_id = \(workspace) ORDER BY name
        """
      ) { row in
        let geometry: String? = try row["geometry"]
        return RegionFacts(
          name: try row["name"], shape: geometry.flatMap { try? RegionShape(geoJSON: $0) },
          people: try row["people"])
      }
    }
  }

  /// Imports regions, all or none: a known name gets a new area, others are added. Blocks.
  ///
  /// - Parameter regions: with a readable geometry; each name once.
  /// - Returns: how many are new, and how many of the others have changed.
  /// - Throws: `invalid` for an unreadable geometry.
  public func importRegions(
    _ regions: [NewRegion], in scope: Scope
  ) throws(StoreError) -> (added: Int, changed: Int) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    return try write(scope) { transaction in
      var (added, changed) = (0, 0)
      for region in regions {
        let old = try transaction.fleet.region(region.name, in: workspace)
        let before = old?.geometry
        guard old == nil || before != region.geometry else { continue }
        try transaction.fleet.set(region, in: workspace)
        try transaction.audit(
          actor, old == nil ? "region.add" : "region.change",
          subject: try Regions.subject(region.name, in: workspace, transaction.db),
          change: AuditChange(old == nil ? [:] : Self.size(before), Self.size(region.geometry)),
          in: workspace)
        if old == nil { added += 1 } else { changed += 1 }
      }
      if added + changed > 0 { forgetGround(of: workspace, transaction) }
      return (added, changed)
    }
  }

  /// Removes a region.
  ///
  /// - Throws: `notFound`; `conflict` while people belong to it, or incidents are in it.
  public func removeRegion(
    _ name: String, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { transaction in
      guard let old = try transaction.fleet.region(name, in: workspace) else {
        throw StoreError.notFound("region \(name)")
      }
      for (table, words) in [("responder", "People belong to"), ("incident", "There are incidents in")] {
        let isNamed = try transaction.db.exists(
          "SELECT 1 FROM \(Query(trusted: table)) WHERE workspace_id = \(workspace) AND region = \(name)")
        guard !isNamed else { throw StoreError.conflict("\(words) this region.") }
      }
      let subject = try Regions.subject(name, in: workspace, transaction.db)
      try transaction.db.run("DELETE FROM region WHERE workspace_id = \(workspace) AND name = \(name)")
      forgetGround(of: workspace, transaction)
      try transaction.audit(
        actor, "region.remove", subject: subject,
        change: AuditChange(Self.size(old.geometry), [:]), in: workspace)
    }
  }

  /// Discards the copies in memory of a workspace's regions and outlets after a change.
  func forgetGround(of workspace: Workspace.ID, _ transaction: WriteTransaction) {
    transaction.memory.forgetGround(of: workspace)
    transaction.afterCommit { [regionShapes = store.regionShapes] in regionShapes.forget(workspace) }
  }

  /// The size of an area for the audit, without its place.
  private static func size(_ geometry: String?) -> [String: String] {
    guard let geometry, let shape = try? RegionShape(geoJSON: geometry) else { return ["ground": "none"] }
    return [
      "polygons": "\(shape.polygons.count)", "points": "\(shape.polygons.joined().joined().count)",
    ]
  }
}

extension FleetWrites {
  /// A region's area; `nil` = there is no such region.
  fileprivate func region(
    _ name: String, in workspace: Workspace.ID
  ) throws -> (geometry: String?, isThere: Bool)? {
    try db.first("SELECT geometry FROM region WHERE workspace_id = \(workspace) AND name = \(name)") {
      (geometry: try $0["geometry"], isThere: true)
    }
  }

  fileprivate func set(_ region: NewRegion, in workspace: Workspace.ID) throws {
    guard region.name.hasBytes(NameLimits.short), !region.name.hasControlCharacters else {
      throw StoreError.invalid("a region's name is \(NameLimits.words(NameLimits.short)), on one line")
    }
    guard (try? RegionShape(geoJSON: region.geometry)) != nil else {
      throw StoreError.invalid("the geometry of \(region.name) cannot be read")
    }
    try set(ground: region, in: workspace)
  }

  /// Writes a region's area as given.
  func set(ground region: NewRegion, in workspace: Workspace.ID) throws {
    try db.run(
      """
      INSERT INTO region (workspace_id, id, name, geometry)
      VALUES (\(workspace), \(try transaction.next(.region, as: Int64.self)), \(region.name), \(region.geometry))
      ON CONFLICT (workspace_id, name) DO UPDATE SET geometry = excluded.geometry
      """)
  }
}
