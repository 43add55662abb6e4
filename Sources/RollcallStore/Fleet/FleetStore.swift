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
    self.init(
      id: try row["id"], slug: try row["slug"], name: try row["name"], timeZone: try row["time_zone"],
      retentionDays: try row["retention_days"], tellsOffline: try row["offline_alerts"],
      massSilence: MassSilenceRule(percent: try row["mass_percent"], minutes: try row["mass_minutes"]),
      ownersNeedTwoFactor: try row["owners_two_factor"])
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
