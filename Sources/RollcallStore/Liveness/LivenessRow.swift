import Foundation
import Rollcall
import SQL

/// The columns of `liveness`, to and from `ResponderState`.
enum LivenessRow {
  private static let columns = [
    "duty", "duty_since", "duty_at", "duty_order", "status", "since", "reason", "watched_from",
    "last_contact_at",
    "last_fix_at", "degrade_by", "offline_by", "deadline_at", "rule_name", "interval_ms", "degraded_ms",
    "offline_ms",
    "rule_until", "flaps", "latest_ping_id", "latest_effective_at", "lat", "lng", "accuracy_m", "flags",
    "battery_level", "battery_at", "speed_mps", "speed_at", "app_state", "app_state_at", "power_mode",
    "power_mode_at", "permission", "permission_at", "location_services", "location_services_at", "network",
    "network_at", "queue_depth", "backlog", "restarted_at", "wait_by", "confirmed_at", "reporter_id",
    "off_by_hand_at", "hours_at", "hours_since", "leaves_at", "pings", "uploads",
  ]

  /// All responders with their related rows.
  static let all: Query = """
    SELECT responder.id, responder.workspace_id, responder.name, responder.phone, responder.profile, responder.region,
      responder.external_id, responder.active, responder.skills,
      responder.duty_rule,
      \(Track.newestRaw) AS newest_raw, \(Errand.columns),
      \(Query(trusted: columns.map { "liveness.\($0)" }.joined(separator: ", "))), \(Reporter.columns)
    FROM liveness JOIN responder ON responder.workspace_id = liveness.workspace_id
      AND responder.id = liveness.responder_id \(Errand.join) \(Reporter.join)
    """
  /// Each value has the name of its column.
  static let update = Query(
    trusted: """
      UPDATE liveness SET \(columns.map { "\($0) = :\($0)" }.joined(separator: ", "))
      WHERE workspace_id = :workspace_id AND responder_id = :responder_id
      """)

  static func one(_ responder: Responder.ID, in workspace: Workspace.ID) -> Query {
    "\(all) WHERE liveness.workspace_id = \(workspace) AND liveness.responder_id = \(responder)"
  }

  static func bind(_ state: ResponderState, to row: PreparedStatement) {
    let (live, phone, latest) = (state.live, state.phone, state.latest)
    row.bind("duty", live.duty)
    row.bind("duty_since", live.dutySince)
    row.bind("duty_at", state.dutyAt)
    row.bind("duty_order", state.dutyOrder)
    row.bind("status", live.status)
    row.bind("since", live.since)
    row.bind("reason", live.reason)
    row.bind("watched_from", live.watchedFrom)
    row.bind("last_contact_at", live.lastContact)
    row.bind("last_fix_at", live.newestFix)
    row.bind("degrade_by", live.degradeBy)
    row.bind("offline_by", live.offlineBy)
    row.bind("deadline_at", state.deadline)
    row.bind("rule_name", state.rule?.name ?? "")
    row.bind("interval_ms", live.force.interval)
    row.bind("degraded_ms", live.force.thresholds?.degraded)
    row.bind("offline_ms", live.force.thresholds?.offline)
    row.bind("rule_until", live.force.until)
    row.bind("flaps", "[" + state.flapping.serialized.map(String.init).joined(separator: ",") + "]")
    row.bind("latest_ping_id", latest?.pingID)
    row.bind("latest_effective_at", latest?.effective)
    row.bind("lat", latest?.position.latitude)
    row.bind("lng", latest?.position.longitude)
    row.bind("accuracy_m", latest?.accuracy)
    row.bind("flags", latest?.flags ?? [])
    row.bind("battery_level", phone.battery.value)
    row.bind("battery_at", phone.battery.at)
    row.bind("speed_mps", phone.speed.value)
    row.bind("speed_at", phone.speed.at)
    row.bind("app_state", phone.appState.value)
    row.bind("app_state_at", phone.appState.at)
    row.bind("power_mode", phone.powerMode.value)
    row.bind("power_mode_at", phone.powerMode.at)
    row.bind("permission", phone.permission.value)
    row.bind("permission_at", phone.permission.at)
    row.bind("location_services", phone.locationServices.value)
    row.bind("location_services_at", phone.locationServices.at)
    row.bind("network", phone.network.value)
    row.bind("network_at", phone.network.at)
    row.bind("queue_depth", state.queueDepth)
    row.bind("backlog", state.hasBacklog)
    row.bind("restarted_at", live.restartedAt)
    row.bind("wait_by", live.waitBy)
    row.bind("confirmed_at", latest?.confirmedAt)
    row.bind("reporter_id", state.reporter?.device)
    row.bind("off_by_hand_at", state.hours.offByHand)
    row.bind("hours_at", state.hours.nextChange)
    row.bind("hours_since", state.hours.since)
    row.bind("leaves_at", state.hours.leaves)
    row.bind("pings", state.pings)
    row.bind("uploads", state.uploads)
    row.bind("workspace_id", state.workspace)
    row.bind("responder_id", state.id)
  }

  /// The state of a row of ``all``.
  static func state(_ row: Row, memory: WriterMemory, _ db: Database) throws -> ResponderState {
    let person = try Responder(row: row)
    let around = try memory.context(of: person.workspace, db)
    let book = try around.book(for: person)
    let ruleName: String = try row["rule_name"]
    let text: String = try row["flaps"]
    let flaps = (try? JSONDecoder().decode([Int64].self, from: Data(text.utf8))) ?? []
    var live = Liveness(
      duty: try row["duty"], dutySince: try row["duty_since"],
      force: RuleInForce(
        name: "\(person.profile)/\(ruleName)", interval: try row["interval_ms"],
        thresholds: thresholds(try row["degraded_ms"], try row["offline_ms"]), until: try row["rule_until"]),
      status: try row["status"], since: try row["since"], reason: try row["reason"],
      watchedFrom: try row["watched_from"], lastContact: try row["last_contact_at"],
      newestFix: try row["last_fix_at"], degradeBy: try row["degrade_by"], offlineBy: try row["offline_by"])
    live.restore(restartedAt: try row["restarted_at"], waitBy: try row["wait_by"])
    let reporter = try Reporter(row)
    var state = ResponderState(
      person: person, book: book, timeZone: around.timeZone, retention: around.retention, live: live,
      rule: book.profile.rules.first { $0.name == ruleName }, dutyAt: try row["duty_at"],
      dutyOrder: try row["duty_order"], flapping: Flapping(serialized: flaps), latest: try latest(row),
      doubts: try doubts(of: ResponderKey(person.id, in: person.workspace), db),
      phone: try phone(row), queueDepth: try row["queue_depth"], hasBacklog: try row["backlog"],
      reporter: reporter, errand: try Errand(row),
      record: try OfferRecord.load(of: ResponderKey(person.id, in: person.workspace), db),
      newestRaw: try row["newest_raw"], pings: try row["pings"], uploads: try row["uploads"])
    if let reporter { state.live.rename(reporter.named(state.live.force.name)) }
    state.ownDutyRule = try (row["duty_rule"] as String?).map(DutyRules.decode)
    state.hours = HoursState(
      offByHand: try row["off_by_hand_at"], nextChange: try row["hours_at"], since: try row["hours_since"],
      leaves: try row["leaves_at"])
    return state
  }

  /// Both or none.
  static func thresholds(_ degraded: Int64?, _ offline: Int64?) -> Thresholds? {
    guard let degraded, let offline else { return nil }
    return Thresholds(degraded: degraded, offline: offline)
  }

  /// The latest fix; `nil` = there is none.
  static func latest(_ row: Row) throws -> ResponderState.Latest? {
    guard let pingID = try row["latest_ping_id"] as Int64?,
      let effective = try row["latest_effective_at"] as Timestamp?,
      let latitude = try row["lat"] as Double?, let longitude = try row["lng"] as Double?,
      let position = Position(latitude: latitude, longitude: longitude)
    else { return nil }
    return ResponderState.Latest(
      pingID: pingID, effective: effective, position: position, accuracy: try row["accuracy_m"],
      flags: try row["flags"], confirmedAt: try row["confirmed_at"])
  }

  /// The doubts of the last day that have not been cleared.
  private static func doubts(of person: ResponderKey, _ db: Database) throws -> RecentDoubts {
    var found = RecentDoubts()
    try db.each(
      """
      SELECT flag, max(effective_at) AS newest FROM doubt INDEXED BY doubt_responder
      WHERE \(person.rows) AND effective_at >= (SELECT at FROM alive) - \(RecentDoubts.lasting)
        AND (flag & \(RecentDoubts.counted)) <> 0 AND state <> \(DoubtState.cleared) GROUP BY flag
      """
    ) { found.note(try $0["flag"], at: try $0["newest"]) }
    return found
  }

  private static func phone(_ row: Row) throws -> PhoneState {
    var phone = PhoneState()
    phone.battery = Reported(try row["battery_level"], at: try row["battery_at"])
    phone.speed = Reported(try row["speed_mps"], at: try row["speed_at"])
    phone.appState = Reported(try row["app_state"], at: try row["app_state_at"])
    phone.powerMode = Reported(try row["power_mode"], at: try row["power_mode_at"])
    phone.permission = Reported(try row["permission"], at: try row["permission_at"])
    phone.locationServices = Reported(try row["location_services"], at: try row["location_services_at"])
    phone.network = Reported(try row["network"], at: try row["network_at"])
    return phone
  }
}
