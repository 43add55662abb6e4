import GRDB
public import Rollcall

/// One row of the board, as ingest keeps it ready.
public struct BoardEntry: Sendable {
  /// The person's id.
  public var id: Responder.ID
  /// Their name.
  public var name: String
  /// Their number, to be searched for; never shown whole.
  public var phone: String?
  /// The name of their profile.
  public var profile: String
  /// Their region.
  public var region: String?
  /// Grows with each change of the row.
  public var version: Int64
  /// Contact, fixes and thresholds.
  public var reach: Reachability
  /// The name of the profile's rule in force.
  public var rule: String
  /// The order of the duty state.
  public var order: String?
  /// Where they were last.
  public var position: Position?
  /// Its radius, metres.
  public var accuracy: Double?
  /// Its effective time.
  public var fixAt: Timestamp?
  /// Its doubts.
  public var flags: DoubtFlags
  /// 0…1.
  public var battery: Double?
  /// Whether the phone saves power.
  public var powerMode: Telemetry.PowerMode?
  /// Whether pings wait in the phone, or the last upload brought only old ones.
  public var hasBacklog: Bool
}

extension Store {
  /// The board of a workspace, by id. Blocks.
  public func board(of workspace: Workspace.ID) throws(StoreError) -> [BoardEntry] {
    try read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT liveness.*, responder.name, responder.phone, responder.profile, responder.region
          FROM responder JOIN liveness ON liveness.responder_id = responder.id
          WHERE responder.workspace_id = ? AND responder.active = 1 ORDER BY responder.id
          """, arguments: [workspace.rawValue])
      var board: [BoardEntry] = []
      while let row = try rows.next() { board.append(BoardEntry(row)) }
      return board
    }
  }

  /// Grows whenever anything of a workspace's board may have changed by a report. Cheap.
  public func boardVersion(of workspace: Workspace.ID) throws(StoreError) -> Int64 {
    try read { db in
      try Int64.fetchOne(
        db, sql: "SELECT total(version) FROM liveness WHERE workspace_id = ?", arguments: [workspace.rawValue]
      ) ?? 0
    }
  }
}

extension BoardEntry {
  fileprivate init(_ row: Row) {
    id = Responder.ID(row["responder_id"])
    name = row["name"]
    phone = row["phone"]
    profile = row["profile"]
    region = row["region"]
    version = row["version"]
    reach = LivenessRow.reachability(row)
    rule = row["rule_name"]
    order = row["duty_order"]
    if let latitude: Double = row["lat"], let longitude: Double = row["lng"] {
      position = Position(latitude: latitude, longitude: longitude)
    }
    accuracy = row["accuracy_m"]
    fixAt = row.instant("latest_effective_at")
    flags = DoubtFlags(rawValue: row["flags"])
    battery = row["battery_level"]
    powerMode = (row["power_mode"] as String?).flatMap(Telemetry.PowerMode.init(rawValue:))
    hasBacklog = row["backlog"]
  }
}
