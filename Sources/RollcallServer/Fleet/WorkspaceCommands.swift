import Foundation
import Rollcall
import RollcallStore

extension CommandExecutor {
  func addWorkspace(
    _ slug: String, _ name: String, _ timeZone: String, _ retentionDays: Int, _ profiles: [Profile],
    _ country: String
  ) throws(StoreError) -> CommandOutcome {
    let workspace = try store.fleet.addWorkspace(
      slug: slug, name: name, timeZone: timeZone, retentionDays: retentionDays,
      country: country.uppercased(), profiles: profiles)
    return CommandOutcome(
      .object(["id": .integer(workspace.id.rawValue), "slug": .string(slug)]),
      text: "Workspace \(slug) is made; its board is /w/\(slug)/board.")
  }

  func setWorkspace(
    _ slug: String, _ name: String?, _ timeZone: String?, _ retentionDays: Int?, _ tellsOffline: Bool?,
    _ country: String?
  ) throws(StoreError) -> CommandOutcome {
    let workspace = try store.fleet.setWorkspace(slug: slug) { workspace in
      workspace.name = name ?? workspace.name
      workspace.timeZone = timeZone ?? workspace.timeZone
      workspace.retentionDays = retentionDays ?? workspace.retentionDays
      workspace.tellsOffline = tellsOffline ?? workspace.tellsOffline
      workspace.country = country?.uppercased() ?? workspace.country
    }
    return CommandOutcome(.object(members(workspace)), text: line(workspace))
  }

  func importProfile(_ slug: String, _ profile: Profile) throws(StoreError) -> CommandOutcome {
    try store.fleet.importProfile(profile, slug: slug)
    return CommandOutcome(
      .object(["name": .string(profile.name)]), text: "Profile \(profile.name) is in force in \(slug).")
  }

  func showProfiles(_ slug: String) throws -> CommandOutcome {
    let profiles = try store.fleet.profiles(slug: slug)
    let documents = try profiles.map {
      try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode($0))
    }
    return CommandOutcome(
      .object(["profiles": .array(documents)]), text: documents.map(\.line).joined(separator: "\n"))
  }

  /// A workspace as programs read it.
  func members(_ workspace: Workspace) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "id": .integer(workspace.id.rawValue), "slug": .string(workspace.slug),
    ]
    for setting in WorkspaceSetting.all {
      members[setting.name] =
        switch setting.kind {
        case .text(let path, _), .zone(let path), .country(let path): .string(workspace[keyPath: path])
        case .number(let path, _): .integer(Int64(workspace[keyPath: path]))
        case .flag(let path): .bool(workspace[keyPath: path])
        }
    }
    return members
  }

  /// A workspace as people read it.
  func line(_ workspace: Workspace) -> String {
    "\(workspace.slug)  \(workspace.name), \(workspace.timeZone), keeps \(workspace.retentionDays) days"
  }
}
