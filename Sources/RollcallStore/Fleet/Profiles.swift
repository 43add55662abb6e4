import Foundation
public import Rollcall
import SQL

/// Rows of `profile`.
enum Profiles {
  static func decode(_ document: String) throws -> Profile {
    try JSONDecoder().decode(Profile.self, from: Data(document.utf8))
  }

  static func encode(_ profile: Profile) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(profile), as: UTF8.self)
  }

  /// What the audit tells of a change; `old` is the document before, `nil` of a new profile.
  static func change(_ old: String?, to new: Profile) throws -> AuditChange {
    AuditChange(try old.map { try values(of: try decode($0)) } ?? [:], try values(of: new))
  }

  /// The values of its document, and those of its duty rule day by day.
  private static func values(of profile: Profile) throws -> [String: String] {
    var plain = profile
    plain.dutyRule = nil
    let values = AuditChange.values(of: try encode(plain))
    return values.merging(profile.dutyRule?.values ?? [:]) { $1 }
  }
}

extension FleetStore {
  /// Imports a profile into a workspace, replacing one of the same name.
  ///
  /// - Throws: `notFound`; `invalid` with everything that is wrong with the document.
  public func importProfile(
    _ profile: Profile, slug: String, by actor: Actor = .commandLine
  ) throws(StoreError) {
    try check(profile)
    try write { transaction in
      let workspace = try Workspaces.require(slug: slug, transaction.db)
      let old = try transaction.fleet.document(of: profile.name, in: workspace.id)
      try transaction.fleet.bring(profile, to: workspace.id)
      try transaction.audit(
        actor, "profile.import", subject: "profile \(profile.name)",
        change: try Profiles.change(old, to: profile), in: workspace.id)
      try transaction.fleet.reloadEverybody(in: workspace.id, with: profile.name)
    }
  }

  /// Edits a workspace's profile as it is now; the imported document is kept beside it. Blocks.
  ///
  /// - Parameter change: gets the profile as it is stored; what it throws refuses the edit.
  /// - Returns: the profile as it is stored now.
  /// - Throws: `notFound`; `invalid` with everything that is wrong with it.
  @discardableResult
  public func editProfile(
    _ name: String, in scope: Scope, _ change: (inout Profile) throws -> Void
  ) throws(StoreError) -> Profile {
    try withoutActuallyEscaping(change) { change throws(StoreError) in
      try write(scope) { transaction in
        guard let old = try transaction.fleet.document(of: name, in: scope.workspace) else {
          throw StoreError.notFound("profile \(name)")
        }
        var profile = try Profiles.decode(old)
        try change(&profile)
        // People and lists that are imported name it.
        profile.name = name
        try check(profile)
        try transaction.db.run(
          """
          UPDATE profile SET document = \(try Profiles.encode(profile)), changed_at = \(transaction.now)
          WHERE workspace_id = \(scope.workspace) AND name = \(name)
          """)
        try transaction.audit(
          scope.actor, "profile.edit", subject: "profile \(name)",
          change: try Profiles.change(old, to: profile), in: scope.workspace)
        try transaction.fleet.reloadEverybody(in: scope.workspace, with: name)
        return profile
      }
    }
  }

  /// Adds a profile as a copy of another one.
  ///
  /// - Throws: `notFound`; `conflict` when the name is taken; `invalid` when it is none.
  @discardableResult
  public func copyProfile(
    _ source: String, as name: String, in scope: Scope
  ) throws(StoreError) -> Profile {
    try write(scope) { transaction in
      guard let original = try transaction.fleet.document(of: source, in: scope.workspace) else {
        throw StoreError.notFound("profile \(source)")
      }
      guard try transaction.fleet.document(of: name, in: scope.workspace) == nil else {
        throw StoreError.conflict("There is a profile \(name) already.")
      }
      let profile = try Profiles.decode(original).copy(named: name)
      try check(profile)
      try transaction.fleet.bring(profile, to: scope.workspace)
      try transaction.audit(
        scope.actor, "profile.add", subject: "profile \(name)", detail: "copy_of=\(source)",
        change: try Profiles.change(nil, to: profile), in: scope.workspace)
      try transaction.fleet.reloadEverybody(in: scope.workspace, with: name)
      return profile
    }
  }

  /// The profiles of a workspace, by name.
  ///
  /// - Throws: `notFound`.
  public func profiles(slug: String) throws(StoreError) -> [Profile] {
    try read { db in
      let workspace = try Workspaces.require(slug: slug, db)
      return try db.all(
        "SELECT document FROM profile WHERE workspace_id = \(workspace.id) ORDER BY name", as: String.self
      ).map(Profiles.decode)
    }
  }

  private func check(_ profile: Profile) throws(StoreError) {
    let problems = profile.problems()
    guard problems.isEmpty else { throw .invalid(problems.joined(separator: "; ")) }
  }
}

extension FleetWrites {
  /// Writes an imported profile.
  func bring(_ profile: Profile, to workspace: Workspace.ID) throws {
    let document = try Profiles.encode(profile)
    try db.run(
      """
      INSERT INTO profile (workspace_id, name, document, original, changed_at)
      VALUES (\(workspace), \(profile.name), \(document), \(document), \(now))
      ON CONFLICT (workspace_id, name) DO UPDATE
      SET document = excluded.document, original = excluded.original, changed_at = excluded.changed_at
      """)
  }

  /// A stored profile; `nil` when there is none of this name.
  fileprivate func document(of name: String, in workspace: Workspace.ID) throws -> String? {
    try db.first(
      "SELECT document FROM profile WHERE workspace_id = \(workspace) AND name = \(name)", as: String.self)
  }

  func profile(named name: String, in workspace: Workspace.ID) throws -> Profile {
    guard let profile = try memory.context(of: workspace, db).profiles[name] else {
      throw StoreError.invalid("no profile \(name) in this workspace")
    }
    return profile.edited
  }

  /// Reloads the conditions of a responder and applies the rule that is now in force.
  func reload(_ id: Responder.ID, in workspace: Workspace.ID) {
    memory.forget(id)
    transaction.emit(.rulesChanged(of: id, in: workspace))
  }

  /// Applies changed profiles, switches or time zones to all affected people of a workspace.
  func reloadEverybody(in workspace: Workspace.ID, with profile: String? = nil) throws {
    memory.forgetContext(of: workspace)
    let ids = try db.all(
      """
      SELECT id FROM responder
      WHERE workspace_id = \(workspace) AND (\(profile) IS NULL OR profile = \(profile)) ORDER BY id
      """, as: Responder.ID.self)
    for id in ids { reload(id, in: workspace) }
    // A profile that now accepts incidents may add people whom an incident waits for.
    transaction.emit(.becameAvailable(in: workspace))
  }
}
