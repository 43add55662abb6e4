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
    if let rows { return try take(rows, limit, &pass, transaction) }
    return switch self {
    case .causes: try sealCauses(limit, &pass, transaction)
    case .positions: try forgetPositions(limit, &pass, transaction)
    case .incidents: try takeIncident(limit, &pass, transaction)
    default: try takeOfWorkspace(limit, &pass, transaction)
    }
  }

  /// Where the step's count is kept.
  var count: WritableKeyPath<PurgeCounts, Int> {
    switch self {
    case .pings: \.pings
    case .uploads: \.uploads
    case .deviceEvents: \.deviceEvents
    default: \.logRows
    }
  }

  /// Whether what goes are reports of phones, and not the log.
  var isReport: Bool {
    [.doubts, .pings, .uploads, .deviceEvents, .activities, .crossings].contains(self)
  }

  /// Before when rows of the step have expired.
  func limit(_ limits: RetentionLimits) -> Timestamp { isReport ? limits.reports : limits.log }

  /// Takes rows of the person at hand.
  private func take(
    _ rows: ExpiringRows, _ limit: Int, _ pass: inout PurgePass, _ transaction: WriteTransaction
  ) throws -> Int {
    guard let part = try pass.nextPart(of: self, transaction.db) else { return 0 }
    let taken = try rows.delete(of: part.person, in: part.span, pass.limits, upTo: limit, transaction.db)
    pass.taken[keyPath: count] += taken.count
    try transaction.note(taken, of: part.person, by: self, &pass)
    if taken.count < limit { pass.reached = part.span.to }
    return taken.count
  }

  /// Which rows of a workspace go, and by what they are found; binds the workspace and the limit of the log.
  var ofWorkspace: (table: String, key: String, expired: String) {
    switch self {
    case .notices: ("notice", "id", "workspace_id = ?1 AND created_at < ?2 AND state <> 'waiting'")
    case .alertActs: ("alert_act", "id", "workspace_id = ?1 AND alert_id IN (\(Self.alertsThatAreOver))")
    case .alertPeople:
      (
        "alert_person", "alert_id, responder_id",
        "alert_id IN (\(Self.alertsThatAreOver) AND kind = '\(AlertKind.massSilence.rawValue)')"
      )
    default: ("alert", "id", "id IN (\(Self.alertsThatAreOver))")
    }
  }

  /// What belongs to an alert goes with it, before it.
  private static let alertsThatAreOver =
    "SELECT id FROM alert WHERE workspace_id = ?1 AND opened_at < ?2 AND closed_at < ?2"

  private func takeOfWorkspace(
    _ limit: Int, _ pass: inout PurgePass, _ transaction: WriteTransaction
  ) throws -> Int {
    let (table, key, expired) = ofWorkspace
    let taken = try transaction.delete(
      "DELETE FROM \(table) WHERE (\(key)) IN (SELECT \(key) FROM \(table) WHERE \(expired) LIMIT ?3)",
      [pass.workspace.id.rawValue, pass.limits.log.milliseconds, Int64(limit)])
    pass.taken[keyPath: count] += taken
    if taken < limit { pass.goOn() }
    return taken
  }

  /// A closed incident goes with everything about it, the incident itself last.
  private func takeIncident(
    _ limit: Int, _ pass: inout PurgePass, _ transaction: WriteTransaction
  ) throws -> Int {
    let log = pass.limits.log.milliseconds
    let found = try Row.fetchOne(
      transaction.db.cachedStatement(
        sql: """
          SELECT id, opened_at FROM incident WHERE workspace_id = ?1 AND opened_at < ?2 AND closed_at < ?2
            AND opened_at >= ?3 AND \(HeldRows.isFree(incidents: "?4", spans: "?5")) ORDER BY opened_at LIMIT 1
          """),
      arguments: [
        pass.workspace.id.rawValue, log, pass.reached.milliseconds, pass.held.incidents.json, pass.held.spans,
      ])
    guard let found else {
      pass.goOn()
      return 0
    }
    let incident: Int64 = found["id"]
    pass.reached = Timestamp(milliseconds: found["opened_at"])
    // A few dozen at most, and without an id of their own.
    var taken = try transaction.delete("DELETE FROM incident_pick WHERE incident_id = ?1", [incident])
    for (table, belongs) in Self.ofIncident where taken < limit {
      taken += try transaction.delete(
        "DELETE FROM \(table) WHERE id IN (SELECT id FROM \(table) WHERE \(belongs) LIMIT ?2)",
        [incident, Int64(limit - taken)])
    }
    pass.taken[keyPath: count] += taken
    return taken
  }

  /// What goes with an incident, in an order in which it can be deleted; binds its id.
  static let ofIncident = [
    ("assignment", "offer_id IN (SELECT id FROM offer WHERE incident_id = ?1)"),
    ("drill_person", "incident_id = ?1"), ("offer", "incident_id = ?1"),
    ("incident_step", "incident_id = ?1"), ("incident", "id = ?1"),
  ]
}

extension Collection<Int64> {
  /// As an array of JSON.
  var json: String { "[" + map(String.init).joined(separator: ",") + "]" }
}

extension WriteTransaction {
  fileprivate func delete(_ sql: String, _ arguments: [Int64]) throws -> Int {
    try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
    return db.changesCount
  }
}
