import Foundation
public import Rollcall
import SQL

/// Rows of `workspace`.
enum Workspaces {
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
    [
      "name": workspace.name, "time_zone": workspace.timeZone, "retention_days": "\(workspace.retentionDays)",
      "offline_alerts": workspace.tellsOffline ? "on" : "off",
      "mass_silence": "\(workspace.massSilence.percent) % in \(workspace.massSilence.minutes) min",
      "owners_two_factor": workspace.ownersNeedTwoFactor ? "on" : "off",
    ]
  }
}

extension FleetStore {
  /// Creates a workspace with the given profiles.
  ///
  /// - Throws: `invalid` for a bad slug, name, zone or retention; `conflict` when the slug is taken.
  public func addWorkspace(
    slug: String, name: String, timeZone: String, retentionDays: Int = 90, profiles: [Profile],
    by actor: Actor = .commandLine
  ) throws(StoreError) -> Workspace {
    guard Workspace.isValid(slug: slug) else {
      throw .invalid("a slug is 1 to 40 of a-z, 0-9 and -, neither first nor last a -")
    }
    try check(name: name, timeZone: timeZone, retentionDays: retentionDays)
    let problems = profiles.flatMap { profile in profile.problems().map { "profile \(profile.name): \($0)" } }
    guard problems.isEmpty else { throw .invalid(problems.joined(separator: "; ")) }
    return try write { transaction in
      guard try Workspaces.find(slug: slug, transaction.db) == nil else {
        throw StoreError.conflict("workspace \(slug) exists")
      }
      let id: Workspace.ID = try transaction.next(.workspace)
      try transaction.db.run(
        """
        INSERT INTO workspace (id, slug, name, time_zone, retention_days, created_at)
        VALUES (\(id), \(slug), \(name), \(timeZone), \(retentionDays), \(transaction.now))
        """)
      for profile in profiles { try transaction.fleet.bring(profile, to: id) }
      let workspace = Workspace(
        id: id, slug: slug, name: name, timeZone: timeZone, retentionDays: retentionDays)
      try transaction.audit(
        actor, "workspace.add", subject: "workspace", change: AuditChange([:], Workspaces.values(workspace)),
        in: id)
      return workspace
    }
  }

  /// Changes a workspace; `nil` leaves a value unchanged.
  ///
  /// - Throws: `notFound`; `invalid` for a bad name, zone or retention.
  public func setWorkspace(
    slug: String, name: String?, timeZone: String?, retentionDays: Int?, tellsOffline: Bool? = nil,
    massSilence: MassSilenceRule? = nil, ownersNeedTwoFactor: Bool? = nil, by actor: Actor = .commandLine
  ) throws(StoreError) -> Workspace {
    try check(name: name, timeZone: timeZone, retentionDays: retentionDays)
    if massSilence?.isValid == false {
      throw .invalid("a mass silence is of 10 to 100 % of the people within 1 to 15 minutes")
    }
    return try write { transaction in
      var workspace = try Workspaces.require(slug: slug, transaction.db)
      let old = workspace
      workspace.name = name ?? workspace.name
      workspace.timeZone = timeZone ?? workspace.timeZone
      workspace.retentionDays = retentionDays ?? workspace.retentionDays
      workspace.tellsOffline = tellsOffline ?? workspace.tellsOffline
      workspace.massSilence = massSilence ?? workspace.massSilence
      workspace.ownersNeedTwoFactor = ownersNeedTwoFactor ?? workspace.ownersNeedTwoFactor
      try transaction.db.run(
        """
        UPDATE workspace SET name = \(workspace.name), time_zone = \(workspace.timeZone),
          retention_days = \(workspace.retentionDays), offline_alerts = \(workspace.tellsOffline),
          mass_percent = \(workspace.massSilence.percent),
          mass_minutes = \(workspace.massSilence.minutes), owners_two_factor = \(workspace.ownersNeedTwoFactor)
        WHERE id = \(workspace.id)
        """)
      try transaction.audit(
        actor, "workspace.set", subject: "workspace",
        change: AuditChange(Workspaces.values(old), Workspaces.values(workspace)), in: workspace.id)
      try transaction.fleet.reloadEverybody(in: workspace.id)
      return workspace
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

  private func check(name: String?, timeZone: String?, retentionDays: Int?) throws(StoreError) {
    if let name, !name.hasBytes(NameLimits.name) { throw .invalid("a name is 1 to 200 bytes") }
    if let timeZone, TimeZone(identifier: timeZone) == nil { throw .invalid("unknown time zone \(timeZone)") }
    if let retentionDays, !(1...3_650).contains(retentionDays) {
      throw .invalid("retention is 1 to 3650 days")
    }
  }
}
