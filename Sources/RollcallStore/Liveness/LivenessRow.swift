import Foundation
import GRDB
import Rollcall

/// The columns of `liveness`, to and from `ResponderState`. Read and bound by position, in one order.
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
  ]

  /// Every responder with what belongs to them.
  static let all = """
    SELECT responder.id, responder.workspace_id, responder.name, responder.phone, responder.profile, responder.region,
      responder.external_id, responder.active,
      (SELECT max(recorded_at_raw) FROM ping WHERE ping.responder_id = responder.id), \(Errand.columns),
      \(columns.map { "liveness.\($0)" }.joined(separator: ", ")), \(Reporter.columns)
    FROM liveness JOIN responder ON responder.id = liveness.responder_id \(Errand.join) \(Reporter.join)
    """
  static let one = "\(all) WHERE liveness.responder_id = ?"
  static let update =
    "UPDATE liveness SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE responder_id = ?"

  static func bind(_ state: ResponderState, to statement: RawStatement) {
    var row = RowWriter(statement)
    let live = state.live
    row.put(live.duty.rawValue, live.dutySince, state.dutyAt, state.dutyOrder)
    row.put(live.status.rawValue, live.since, live.reason)
    row.put(
      live.watchedFrom, live.lastContact, live.newestFix, live.degradeBy, live.offlineBy, state.deadline)
    row.put(state.rule?.name ?? "")
    row.put(
      live.force.interval, live.force.thresholds?.degraded, live.force.thresholds?.offline, live.force.until)
    row.put("[" + state.flapping.serialized.map(String.init).joined(separator: ",") + "]")
    row.put(state.latest?.pingID, state.latest?.effective)
    row.put(state.latest?.position.latitude, state.latest?.position.longitude, state.latest?.accuracy)
    row.put(state.latest?.flags.rawValue ?? 0)
    row.put(state.phone.battery.value, state.phone.battery.at)
    row.put(state.phone.speed.value, state.phone.speed.at)
    row.put(state.phone.appState.value?.rawValue, state.phone.appState.at)
    row.put(state.phone.powerMode.value?.rawValue, state.phone.powerMode.at)
    row.put(state.phone.permission.value?.rawValue, state.phone.permission.at)
    row.put(
      state.phone.locationServices.value.map { $0 ? 1 : 0 } as Int64?, state.phone.locationServices.at)
    row.put(state.phone.network.value?.rawValue, state.phone.network.at)
    row.put(state.queueDepth, state.hasBacklog ? 1 : 0 as Int64)
    row.put(live.restartedAt, live.waitBy, state.latest?.confirmedAt)
    row.put(state.reporter?.device.rawValue)
    row.put(state.id.rawValue)
  }

  /// The state of the statement's present row.
  static func state(_ statement: RawStatement, memory: WriterMemory, _ db: Database) throws -> ResponderState
  {
    var row = RowReader(statement)
    let person = Responder(
      id: Responder.ID(row.integer() ?? 0), workspace: Workspace.ID(row.integer() ?? 0),
      name: row.text() ?? "",
      phone: row.text(), profile: row.text() ?? "", region: row.text(), externalID: row.text(),
      isActive: row.integer() == 1)
    let newestRaw = row.instant()
    let errand = Errand(&row)
    let around = try memory.surroundings(of: person.workspace, db)
    let book = try around.book(for: person)
    let (duty, dutySince, dutyAt, dutyOrder) = (row.text(), row.instant(), row.instant(), row.text())
    let status = Status(rawValue: row.text() ?? "") ?? .unknown
    let (since, reason) = (row.instant() ?? .distantPast, row.text() ?? "")
    let (watched, contact, fix) = (row.instant(), row.instant(), row.instant())
    let (degradeBy, offlineBy, _) = (row.instant(), row.instant(), row.instant())
    let ruleName = row.text() ?? ""
    let (interval, degraded, offline, until) = (row.integer(), row.integer(), row.integer(), row.instant())
    let flaps = (try? JSONDecoder().decode([Int64].self, from: Data((row.text() ?? "[]").utf8))) ?? []
    var live = Liveness(
      duty: duty.flatMap(DutyState.init(rawValue:)) ?? .offDuty, dutySince: dutySince ?? since,
      force: RuleInForce(
        name: "\(person.profile)/\(ruleName)", interval: interval, thresholds: thresholds(degraded, offline),
        until: until), status: status, since: since, reason: reason, watchedFrom: watched ?? since,
      lastContact: contact, newestFix: fix, degradeBy: degradeBy, offlineBy: offlineBy)
    var latest = latest(&row)
    let phone = phone(&row)
    let (queueDepth, hasBacklog) = (row.integer(), row.integer() == 1)
    live.restore(restartedAt: row.instant(), waitBy: row.instant())
    let confirmed = row.instant()
    latest?.confirmedAt = confirmed
    let reporter = Reporter(&row)
    var state = ResponderState(
      person: person, book: book, timeZone: around.timeZone, retention: around.retention, live: live,
      rule: book.profile.rules.first { $0.name == ruleName }, dutyAt: dutyAt, dutyOrder: dutyOrder,
      flapping: Flapping(serialized: flaps), latest: latest, phone: phone, queueDepth: queueDepth,
      hasBacklog: hasBacklog, reporter: reporter, errand: errand, newestRaw: newestRaw)
    if let reporter { state.live.rename(reporter.named(state.live.force.name)) }
    return state
  }

  /// Both or none.
  static func thresholds(_ degraded: Int64?, _ offline: Int64?) -> Thresholds? {
    guard let degraded, let offline else { return nil }
    return Thresholds(degraded: degraded, offline: offline)
  }

  /// The latest fix, from six columns.
  static func latest(_ row: inout RowReader) -> ResponderState.Latest? {
    let (pingID, effective) = (row.integer(), row.instant())
    let (latitude, longitude, accuracy) = (row.number(), row.number(), row.number())
    let flags = DoubtFlags(rawValue: row.integer() ?? 0)
    guard let pingID, let effective, let latitude, let longitude,
      let position = Position(latitude: latitude, longitude: longitude)
    else { return nil }
    return ResponderState.Latest(
      pingID: pingID, effective: effective, position: position, accuracy: accuracy, flags: flags)
  }

  private static func phone(_ row: inout RowReader) -> PhoneState {
    func word<Word: RawRepresentable<String>>(_ text: String?) -> Word? { text.flatMap(Word.init(rawValue:)) }
    var phone = PhoneState()
    phone.battery = Reported(row.number(), at: row.instant())
    phone.speed = Reported(row.number(), at: row.instant())
    phone.appState = Reported(word(row.text()), at: row.instant())
    phone.powerMode = Reported(word(row.text()), at: row.instant())
    phone.permission = Reported(word(row.text()), at: row.instant())
    phone.locationServices = Reported(row.integer().map { $0 == 1 }, at: row.instant())
    phone.network = Reported(word(row.text()), at: row.instant())
    return phone
  }
}

extension Row {
  /// The instant in a column; `nil` = NULL.
  func instant(_ column: String) -> Timestamp? {
    (self[column] as Int64?).map { Timestamp(milliseconds: $0) }
  }
}
