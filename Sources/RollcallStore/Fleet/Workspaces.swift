import Foundation
public import Rollcall
import SQL

/// Rows of `workspace`.
enum Workspaces {
  static func badSlug(_ slug: String) -> String {
    "\"\(slug)\" is no slug: 1 to 40 of a-z, 0-9 and -, neither first nor last a -"
  }

  static func find(_ id: Workspace.ID, _ db: Database) throws -> Workspace? {
    try db.first("SELECT * FROM workspace WHERE id = \(id)")
  }

  static func find(slug: String, _ db: Database) throws -> Workspace? {
    try db.first("SELECT * FROM workspace WHERE slug = \(slug)")
  }

  /// The workspace with this slug.
  ///
  /// - Throws: `StoreError.notFound`.
  static func require(slug: String, _ db: Database) throws -> Workspace {
    guard let found = try find(slug: slug, db) else { throw StoreError.notFound("workspace \(slug)") }
    return found
  }

  /// The values of a workspace for the audit.
  static func values(_ workspace: Workspace) -> [String: String] {
    Dictionary(WorkspaceSetting.all.map { ($0.name, $0.text(workspace)) }) { first, _ in first }
  }

  /// Checks every setting.
  ///
  /// - Throws: `StoreError.invalid` with the first that cannot be kept.
  static func check(_ workspace: Workspace) throws {
    for setting in WorkspaceSetting.all {
      if let problem = setting.problem(workspace, isZone: { TimeZone(identifier: $0) != nil }) {
        throw StoreError.invalid("\(setting.name): \(problem)")
      }
    }
  }

  /// Stores every setting.
  static func store(_ workspace: Workspace, _ db: Database) throws {
    let values = WorkspaceSetting.all.map { setting -> Query in
      let column = Query(trusted: setting.name)
      return switch setting.kind {
      case .text(let path, _), .zone(let path), .country(let path): "\(column) = \(workspace[keyPath: path])"
      case .number(let path, _): "\(column) = \(workspace[keyPath: path])"
      case .flag(let path): "\(column) = \(workspace[keyPath: path])"
      }
    }
    try db.run("UPDATE workspace SET \(Query(values, separator: ", ")) WHERE id = \(workspace.id)")
  }
}

extension FleetStore {
  /// Creates a workspace with the given profiles.
  ///
  /// - Throws: `invalid` for a bad slug, name, zone or retention; `conflict` when the slug is taken.
  public func addWorkspace(
    slug: String, name: String, timeZone: String, retentionDays: Int = 90, country: String = "",
    profiles: [Profile],
    by actor: Actor = .commandLine
  ) throws(StoreError) -> Workspace {
    guard Workspace.isValid(slug: slug) else { throw .invalid(Workspaces.badSlug(slug)) }
    return try write { transaction in
      let id: Workspace.ID = try transaction.next(.workspace)
      return try transaction.fleet.addWorkspace(
        Workspace(
          id: id, slug: slug, name: name, timeZone: timeZone, retentionDays: retentionDays, country: country),
        profiles: profiles, by: actor)
    }
  }

  /// Changes a workspace; `nil` leaves a value unchanged.
  ///
  /// - Throws: `notFound`; `invalid` for a bad name, zone or retention.
  public func setWorkspace(
    slug: String, by actor: Actor = .commandLine, _ change: (inout Workspace) -> Void
  ) throws(StoreError) -> Workspace {
    try withoutActuallyEscaping(change) { change throws(StoreError) in
      try write { transaction in
        var workspace = try Workspaces.require(slug: slug, transaction.db)
        let old = workspace
        change(&workspace)
        try Workspaces.check(workspace)
        try Workspaces.store(workspace, transaction.db)
        try transaction.audit(
          actor, "workspace.set", subject: "workspace",
          change: AuditChange(Workspaces.values(old), Workspaces.values(workspace)), in: workspace.id)
        try transaction.fleet.reloadEverybody(in: workspace.id)
        return workspace
      }
    }
  }

  /// Every workspace, by slug.
  public func workspaces() throws(StoreError) -> [Workspace] {
    try read { db in
      try db.all("SELECT * FROM workspace ORDER BY slug")
    }
  }

  /// The workspace with this slug, or `nil`.
  public func workspace(slug: String) throws(StoreError) -> Workspace? {
    try read { try Workspaces.find(slug: slug, $0) }
  }
}

extension FleetWrites {
  /// Creates a workspace with profiles.
  func addWorkspace(_ workspace: Workspace, profiles: [Profile], by actor: Actor) throws -> Workspace {
    let problems = profiles.flatMap { profile in profile.problems().map { "profile \(profile.name): \($0)" } }
    guard problems.isEmpty else { throw StoreError.invalid(problems.joined(separator: "; ")) }
    guard Workspace.isValid(slug: workspace.slug) else {
      throw StoreError.invalid(Workspaces.badSlug(workspace.slug))
    }
    guard try Workspaces.find(slug: workspace.slug, db) == nil else {
      throw StoreError.conflict("workspace \(workspace.slug) exists")
    }
    try Workspaces.check(workspace)
    try db.run(
      """
      INSERT INTO workspace (id, slug, name, time_zone, country, retention_days, created_at)
      VALUES (\(workspace.id), \(workspace.slug), \(workspace.name), \(workspace.timeZone), \(workspace.country),
        \(workspace.retentionDays), \(now))
      """)
    for profile in profiles { try bring(profile, to: workspace.id) }
    try transaction.audit(
      actor, "workspace.add", subject: "workspace", change: AuditChange([:], Workspaces.values(workspace)),
      in: workspace.id)
    return workspace
  }
}
