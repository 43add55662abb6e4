import Foundation
import GRDB
import Rollcall

/// The columns of `liveness`, to and from `ResponderState`.
enum LivenessRow {
  static let load = """
    SELECT liveness.*, responder.profile, workspace.time_zone, workspace.retention_days, profile.document,
      (SELECT max(recorded_at_raw) FROM ping WHERE ping.responder_id = responder.id) AS newest_raw
    FROM liveness
    JOIN responder ON responder.id = liveness.responder_id
    JOIN workspace ON workspace.id = responder.workspace_id
    JOIN profile ON profile.workspace_id = responder.workspace_id AND profile.name = responder.profile
    WHERE liveness.responder_id = ?
    """

  static let update = """
    UPDATE liveness SET version = version + 1, duty = ?, duty_since = ?, duty_at = ?, duty_order = ?, rule_name = ?,
      degraded_ms = ?, offline_ms = ?, online_since = ?, last_contact_at = ?, last_fix_at = ?, latest_ping_id = ?,
      latest_effective_at = ?, lat = ?, lng = ?, accuracy_m = ?, flags = ?, battery_level = ?, battery_at = ?,
      speed_mps = ?, speed_at = ?, app_state = ?, app_state_at = ?, power_mode = ?, power_mode_at = ?,
      permission = ?, permission_at = ?, location_services = ?, location_services_at = ?, network = ?,
      network_at = ?, queue_depth = ?, backlog = ?
    WHERE responder_id = ?
    """

  static func bind(_ state: ResponderState, to statement: RawStatement) {
    statement.bind(1, state.reach.duty.rawValue)
    statement.bind(2, state.reach.dutySince.milliseconds)
    statement.bind(3, state.dutyAt?.milliseconds)
    statement.bind(4, state.dutyOrder)
    statement.bind(5, state.rule?.name ?? "")
    statement.bind(6, state.reach.thresholds?.degraded)
    statement.bind(7, state.reach.thresholds?.offline)
    statement.bind(8, state.reach.onlineSince?.milliseconds)
    statement.bind(9, state.reach.lastContact?.milliseconds)
    statement.bind(10, state.reach.newestFix?.milliseconds)
    statement.bind(11, state.latest?.pingID)
    statement.bind(12, state.latest?.effective.milliseconds)
    statement.bind(13, state.latest?.position.latitude)
    statement.bind(14, state.latest?.position.longitude)
    statement.bind(15, state.latest?.accuracy)
    statement.bind(16, state.latest?.flags.rawValue ?? 0)
    statement.bind(17, state.phone.battery.value)
    statement.bind(18, state.phone.battery.at?.milliseconds)
    statement.bind(19, state.phone.speed.value)
    statement.bind(20, state.phone.speed.at?.milliseconds)
    statement.bind(21, state.phone.appState.value?.rawValue)
    statement.bind(22, state.phone.appState.at?.milliseconds)
    statement.bind(23, state.phone.powerMode.value?.rawValue)
    statement.bind(24, state.phone.powerMode.at?.milliseconds)
    statement.bind(25, state.phone.permission.value?.rawValue)
    statement.bind(26, state.phone.permission.at?.milliseconds)
    statement.bind(27, state.phone.locationServices.value.map { $0 ? 1 : 0 } as Int64?)
    statement.bind(28, state.phone.locationServices.at?.milliseconds)
    statement.bind(29, state.phone.network.value?.rawValue)
    statement.bind(30, state.phone.network.at?.milliseconds)
    statement.bind(31, state.queueDepth)
    statement.bind(32, state.hasBacklog ? 1 : 0 as Int64)
    statement.bind(33, state.id.rawValue)
  }

  static func state(_ id: Responder.ID, _ row: Row) throws -> ResponderState {
    let document: String = row["document"]
    let profile = try JSONDecoder().decode(Profile.self, from: Data(document.utf8))
    var state = ResponderState(
      id: id, workspace: Workspace.ID(row["workspace_id"]), profile: profile,
      timeZone: TimeZone(identifier: row["time_zone"]) ?? .gmt,
      retention: (row["retention_days"] as Int64) * 86_400_000, reach: reachability(row),
      dutyAt: row.instant("duty_at"), dutyOrder: row["duty_order"], latest: latest(row), phone: phone(row),
      queueDepth: row["queue_depth"], hasBacklog: row["backlog"], newestRaw: row.instant("newest_raw"))
    state.rule = profile.rules.first { $0.name == row["rule_name"] }
    return state
  }

  /// What the row says about contact and fixes. Needs the responder's `profile` among the columns.
  static func reachability(_ row: Row) -> Reachability {
    var thresholds: Thresholds?
    if let degraded: Int64 = row["degraded_ms"], let offline: Int64 = row["offline_ms"] {
      thresholds = Thresholds(degraded: degraded, offline: offline)
    }
    let profile: String = row["profile"]
    let rule: String = row["rule_name"]
    return Reachability(
      duty: DutyState(rawValue: row["duty"]) ?? .offDuty,
      dutySince: Timestamp(milliseconds: row["duty_since"]), lastContact: row.instant("last_contact_at"),
      newestFix: row.instant("last_fix_at"), onlineSince: row.instant("online_since"),
      ruleName: "\(profile)/\(rule)", thresholds: thresholds)
  }

  private static func latest(_ row: Row) -> ResponderState.Latest? {
    guard let pingID: Int64 = row["latest_ping_id"], let effective = row.instant("latest_effective_at"),
      let latitude: Double = row["lat"], let longitude: Double = row["lng"],
      let position = Position(latitude: latitude, longitude: longitude)
    else { return nil }
    return ResponderState.Latest(
      pingID: pingID, effective: effective, position: position, accuracy: row["accuracy_m"],
      flags: DoubtFlags(rawValue: row["flags"]))
  }

  private static func phone(_ row: Row) -> PhoneState {
    func word<Word: RawRepresentable<String>>(_ column: String) -> Word? {
      (row[column] as String?).flatMap(Word.init(rawValue:))
    }
    var phone = PhoneState()
    phone.battery = Reported(row["battery_level"], at: row.instant("battery_at"))
    phone.speed = Reported(row["speed_mps"], at: row.instant("speed_at"))
    phone.appState = Reported(word("app_state"), at: row.instant("app_state_at"))
    phone.powerMode = Reported(word("power_mode"), at: row.instant("power_mode_at"))
    phone.permission = Reported(word("permission"), at: row.instant("permission_at"))
    phone.locationServices = Reported(row["location_services"], at: row.instant("location_services_at"))
    phone.network = Reported(word("network"), at: row.instant("network_at"))
    return phone
  }
}

extension Row {
  /// The instant in a column; `nil` = NULL.
  func instant(_ column: String) -> Timestamp? {
    (self[column] as Int64?).map { Timestamp(milliseconds: $0) }
  }
}
