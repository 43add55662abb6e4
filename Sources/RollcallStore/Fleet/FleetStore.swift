package import Rollcall
package import SQL

/// Workspaces, people, profiles and regions.
public struct FleetStore: StorePart {
  let store: Store
}

extension Store {
  /// Workspaces, people, profiles and regions.
  public var fleet: FleetStore { FleetStore(store: self) }
}

/// Writes people, profiles and regions.
struct FleetWrites: TransactionPart {
  let transaction: WriteTransaction
}

extension WriteTransaction {
  var fleet: FleetWrites { FleetWrites(transaction: self) }
}

extension DutyState: DatabaseValueConvertible {}
extension Rollout.Flag: DatabaseValueConvertible {}

extension Workspace: FetchableRecord {
  /// From a row of `workspace`.
  package init(row: Row) throws {
    self.init(id: try row["id"], slug: try row["slug"], name: "", timeZone: "", retentionDays: 0)
    for setting in WorkspaceSetting.all {
      switch setting.kind {
      case .text(let path, _), .zone(let path), .country(let path):
        self[keyPath: path] = try row[setting.name]
      case .number(let path, _): self[keyPath: path] = try row[setting.name]
      case .flag(let path): self[keyPath: path] = try row[setting.name]
      }
    }
  }
}

extension Responder: FetchableRecord {
  /// From a row of `responder`.
  package init(row: Row) throws {
    self.init(
      id: try row["id"], workspace: try row["workspace_id"], name: try row["name"], phone: try row["phone"],
      profile: try row["profile"], region: try row["region"], externalID: try row["external_id"],
      isActive: try row["active"], skills: try SkillList(written: row["skills"]))
  }
}
