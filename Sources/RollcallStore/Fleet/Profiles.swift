import Foundation
import GRDB
public import Rollcall

extension Store {
  /// Takes a profile into a workspace, or replaces the one of the same name.
  ///
  /// - Throws: `notFound`; `invalid` with everything that is wrong with the document.
  public func importProfile(_ profile: Profile, slug: String) throws(StoreError) {
    let problems = profile.problems()
    guard problems.isEmpty else { throw .invalid(problems.joined(separator: "; ")) }
    try write { transaction in
      let workspace = try Workspaces.require(slug: slug, transaction.db)
      try transaction.save(profile, in: workspace.id)
      try transaction.audit("command line", "profile.import", subject: profile.name, in: workspace.id)
      transaction.memory.forgetResponders()
    }
  }

  /// The profiles of a workspace, by name.
  ///
  /// - Throws: `notFound`.
  public func profiles(slug: String) throws(StoreError) -> [Profile] {
    try read { db in
      let workspace = try Workspaces.require(slug: slug, db)
      return try String.fetchAll(
        db, sql: "SELECT document FROM profile WHERE workspace_id = ? ORDER BY name",
        arguments: [workspace.id.rawValue]
      ).map { try JSONDecoder().decode(Profile.self, from: Data($0.utf8)) }
    }
  }
}

extension WriteTransaction {
  func save(_ profile: Profile, in workspace: Workspace.ID) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let document = String(decoding: try encoder.encode(profile), as: UTF8.self)
    try db.execute(
      sql: """
        INSERT INTO profile (workspace_id, name, document, changed_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (workspace_id, name) DO UPDATE
        SET document = excluded.document, changed_at = excluded.changed_at
        """,
      arguments: [workspace.rawValue, profile.name, document, now.milliseconds])
  }

  func profile(named name: String, in workspace: Workspace.ID) throws -> Profile {
    let document = try String.fetchOne(
      db, sql: "SELECT document FROM profile WHERE workspace_id = ? AND name = ?",
      arguments: [workspace.rawValue, name])
    guard let document else { throw StoreError.invalid("no profile \(name) in this workspace") }
    return try JSONDecoder().decode(Profile.self, from: Data(document.utf8))
  }
}
