import Foundation
import Rollcall
import SQL

/// Values shared by all responders of a workspace: its zone, its retention, its profiles and its switches.
struct WorkspaceContext {
  let timeZone: TimeZone
  let retention: Milliseconds
  let rollout: Rollout
  /// By name: as edited, and as brought.
  let profiles: [String: (edited: Profile, original: Profile)]

  init(of workspace: Workspace.ID, _ db: Database) throws {
    guard let found = try Workspaces.find(workspace, db) else { throw StoreError.notFound("workspace") }
    timeZone = TimeZone(identifier: found.timeZone) ?? .gmt
    retention = Int64(found.retentionDays) * 86_400_000
    rollout = try Rollouts.find(workspace, db)
    let brought = try db.all(
      "SELECT name, document, coalesce(original, document) AS original FROM profile WHERE workspace_id = \(workspace)"
    ) { row in
      (
        try row["name"] as String,
        (try Profiles.decode(try row["document"]), try Profiles.decode(try row["original"]))
      )
    }
    profiles = Dictionary(brought, uniquingKeysWith: { first, _ in first })
  }

  /// The rule book of a person.
  func book(for person: Responder) throws -> RuleBook {
    guard let profile = profiles[person.profile] else {
      throw StoreError.invalid("no profile \(person.profile) in this workspace")
    }
    return RuleBook(
      profile: profile.edited, original: profile.original, rollout: rollout, responder: person.id)
  }
}
