import GRDB
import Rollcall

/// What a purge does, in this order: what is concluded from evidence is kept before the evidence goes.
enum PurgeStep: Int, CaseIterable {
  case causes, positions, doubts
  case pings, uploads, deviceEvents, activities, crossings, transitions, dutyChanges, ruleChanges
  case denials, rejections, doubtReviews
  case silences, notices, alertActs, alertPeople, alerts, incidents, visitChecks, visits

  /// Takes at most `limit` rows; when there are no more, the pass goes on. Returns how many rows it wrote.
  func take(upTo limit: Int, of pass: inout PurgePass, _ transaction: WriteTransaction) throws -> Int {
    switch self {
    case .causes: try sealCauses(limit, &pass, transaction)
    case .positions: try forgetPositions(limit, &pass, transaction)
    case .alertPeople: try takeAlertPeople(limit, &pass, transaction)
    case .incidents: try takeIncident(limit, &pass, transaction)
    case .pings, .silences, .notices, .alertActs, .alerts, .visitChecks, .visits:
      try takeOfWorkspace(limit, &pass, transaction)
    default: try takeOfPerson(limit, &pass, transaction)
    }
  }

  /// Where the step's count is kept.
  private var count: WritableKeyPath<PurgeCounts, Int> {
    switch self {
    case .pings: \.pings
    case .uploads: \.uploads
    case .deviceEvents: \.deviceEvents
    default: \.logRows
    }
  }

  private func limit(_ pass: PurgePass) -> Int64 {
    let isReport = [.doubts, .pings, .uploads, .deviceEvents, .activities, .crossings].contains(self)
    return (isReport ? pass.limits.reports : pass.limits.log).milliseconds
  }

  /// Which rows of a workspace have expired; binds the workspace and the limit.
  private var ofWorkspace: (table: String, expired: String) {
    switch self {
    case .silences: ("silence", "workspace_id = ?1 AND to_at < ?2")
    case .visitChecks: ("visit_check", "workspace_id = ?1 AND \(Self.visitIsOver)")
    case .visits: ("visit", "workspace_id = ?1 AND to_at < ?2 AND \(Self.visitIsUnchecked)")
    case .notices: ("notice", "workspace_id = ?1 AND created_at < ?2 AND state <> 'waiting'")
    case .alertActs:
      ("alert_act", "workspace_id = ?1 AND alert_id IN (SELECT id FROM alert WHERE \(Self.alertIsOver))")
    case .alerts: ("alert", Self.alertIsOver)
    default: ("ping", "workspace_id = ?1 AND effective_at < ?2")
    }
  }

  /// Which rows of a person have expired; binds the person and the limit. What was in force at the limit is kept: it
  /// says how the time after it began.
  private var ofPerson: (table: String, key: String, expired: String) {
    func beforeLast(_ table: String) -> String {
      "responder_id = ?1 AND at < (SELECT max(at) FROM \(table) WHERE responder_id = ?1 AND at < ?2)"
    }
    switch self {
    case .doubts: return ("doubt", "(ping_id, flag)", "responder_id = ?1 AND effective_at < ?2")
    case .doubtReviews: return ("doubt_review", "id", "responder_id = ?1 AND at < ?2")
    case .uploads: return ("upload", "id", "responder_id = ?1 AND received_at < ?2")
    case .deviceEvents: return ("device_event", "id", "responder_id = ?1 AND effective_at < ?2")
    case .activities: return ("event_activity", "id", "responder_id = ?1 AND effective_at < ?2")
    case .crossings: return ("crossing", "id", "responder_id = ?1 AND effective_at < ?2")
    case .transitions: return ("transition", "id", beforeLast("transition"))
    case .dutyChanges: return ("duty_change", "id", beforeLast("duty_change"))
    case .ruleChanges: return ("rule_change", "(responder_id, at)", beforeLast("rule_change"))
    case .denials: return ("denial", "id", "responder_id = ?1 AND at < ?2")
    default: return ("rejection", "(responder_id, day, reason)", "responder_id = ?1 AND last_at < ?2")
    }
  }

  /// What was done about an alert goes with it, before it.
  private static let alertIsOver = "workspace_id = ?1 AND opened_at < ?2 AND closed_at < ?2"
  /// A visit's checks go with the visit, before it.
  private static let visitIsOver =
    "visit_id IN (SELECT id FROM visit WHERE workspace_id = ?1 AND to_at < ?2)"
  private static let visitIsUnchecked = "id NOT IN (SELECT visit_id FROM visit_check WHERE workspace_id = ?1)"

  private func takeOfWorkspace(
    _ limit: Int, _ pass: inout PurgePass, _ transaction: WriteTransaction
  ) throws -> Int {
    let (table, expired) = ofWorkspace
    let taken = try transaction.delete(
      "DELETE FROM \(table) WHERE id IN (SELECT id FROM \(table) WHERE \(expired) LIMIT ?3)",
      [pass.workspace.id.rawValue, self.limit(pass), Int64(limit)])
    pass.taken[keyPath: count] += taken
    if taken < limit { pass.goOn() }
    return taken
  }

  private func takeOfPerson(
    _ limit: Int, _ pass: inout PurgePass, _ transaction: WriteTransaction
  ) throws -> Int {
    guard let person = try transaction.person(after: pass.person, in: pass.workspace.id) else {
      pass.goOn()
      return 0
    }
    let (table, key, expired) = ofPerson
    let columns = key.utf8.first == UInt8(ascii: "(") ? String(key.dropFirst().dropLast()) : key
    let taken = try transaction.delete(
      "DELETE FROM \(table) WHERE \(key) IN (SELECT \(columns) FROM \(table) WHERE \(expired) LIMIT ?3)",
      [person, self.limit(pass), Int64(limit)])
    pass.taken[keyPath: count] += taken
    if taken < limit { pass.person = person }
    return taken
  }

  /// Who was in a mass silence goes with its alert, before it.
  private func takeAlertPeople(
    _ limit: Int, _ pass: inout PurgePass, _ transaction: WriteTransaction
  ) throws -> Int {
    let taken = try transaction.delete(
      """
      DELETE FROM alert_person WHERE (alert_id, responder_id) IN (SELECT alert_id, responder_id FROM alert_person
        WHERE alert_id IN (SELECT id FROM alert WHERE kind = '\(AlertKind.massSilence.rawValue)' AND \(Self.alertIsOver))
        LIMIT ?3)
      """, [pass.workspace.id.rawValue, self.limit(pass), Int64(limit)])
    pass.taken[keyPath: count] += taken
    if taken < limit { pass.goOn() }
    return taken
  }

  /// A closed incident goes with everything about it, the incident itself last.
  private func takeIncident(
    _ limit: Int, _ pass: inout PurgePass, _ transaction: WriteTransaction
  ) throws -> Int {
    let incident = try Int64.fetchOne(
      transaction.db.cachedStatement(
        sql: "SELECT id FROM incident WHERE workspace_id = ? AND opened_at < ? AND closed_at < ? LIMIT 1"),
      arguments: [pass.workspace.id.rawValue, self.limit(pass), self.limit(pass)])
    guard let incident else {
      pass.goOn()
      return 0
    }
    // A few dozen at most, and without an id of their own.
    var taken = try transaction.delete("DELETE FROM incident_pick WHERE incident_id = ?1", [incident])
    for (table, belongs) in [
      ("assignment", "offer_id IN (SELECT id FROM offer WHERE incident_id = ?1)"),
      ("drill_person", "incident_id = ?1"), ("offer", "incident_id = ?1"),
      ("incident_step", "incident_id = ?1"), ("incident", "id = ?1"),
    ] where taken < limit {
      taken += try transaction.delete(
        "DELETE FROM \(table) WHERE id IN (SELECT id FROM \(table) WHERE \(belongs) LIMIT ?2)",
        [incident, Int64(limit - taken)])
    }
    pass.taken[keyPath: count] += taken
    return taken
  }
}

extension WriteTransaction {
  fileprivate func delete(_ sql: String, _ arguments: [Int64]) throws -> Int {
    try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
    return db.changesCount
  }

  /// The person of a workspace who comes after another.
  fileprivate func person(after id: Int64, in workspace: Workspace.ID) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(
        sql: "SELECT id FROM responder WHERE workspace_id = ? AND id > ? ORDER BY id LIMIT 1"),
      arguments: [workspace.rawValue, id])
  }
}
