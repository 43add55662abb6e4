import Rollcall
import SQL

/// What of one person expires by its own instant.
protocol Expiring {
  /// Deletes at most about `limit` rows of a person's span without a hold.
  func delete(
    of person: ResponderKey, _ span: TimeSpan, _ limits: RetentionLimits, upTo limit: Int,
    _ transaction: WriteTransaction
  ) throws -> ExpiredPart

  /// Reads what `delete` would touch; returns how many rows of the database it would write.
  func look(
    of person: ResponderKey, _ span: TimeSpan, _ limits: RetentionLimits, upTo limit: Int, _ db: Database
  ) throws -> Int

  /// Counts what a person's held span keeps of the time before `limit`, at most `most`.
  func count(
    of person: ResponderKey, _ held: TimeSpan, before limit: Timestamp, most: Int, _ db: Database
  ) throws -> Int
}

/// What was deleted of a person at once.
struct ExpiredPart {
  /// How many, and their first and last instant.
  var taken = TakenTimes()
  /// How many rows of the database were written.
  var rows = 0
  /// Up to where nothing is left of the span.
  var reached: Timestamp?
}

/// Rows of one person that expire by their own instant.
struct ExpiringRows: Expiring {
  /// What stays of them besides.
  enum Rule {
    /// Nothing.
    case plain
    /// All but the one in force at the limit, which tells how the remaining time began.
    case inForce
    /// Those that began before the limit, as a whole.
    case whole(from: Query)
    /// Those that fulfil a condition. Where it depends on earlier steps, `ahead` predicts it before these
    /// have run.
    case when((Part) -> Query, ahead: ((Part) -> Query)? = nil)
  }

  /// A person and a span without a hold, whose rows are deleted.
  struct Part {
    let workspace: Workspace.ID
    let person: Query
    let span: TimeSpan
    let limits: RetentionLimits
  }

  let table: Query
  /// The key of a row within its workspace.
  var key: Query = "id"
  /// The instant of a row, or its end.
  let time: Query
  var rule = Rule.plain

  /// The first rows of a person's span to delete, in their order.
  func first(
    _ limit: Int, of person: Int64, in workspace: Workspace.ID, _ span: TimeSpan, _ limits: RetentionLimits
  ) -> Query {
    let part = Part(workspace: workspace, person: "\(person)", span: span, limits: limits)
    return "SELECT \(key) FROM \(table) WHERE \(going(part)) ORDER BY \(time) LIMIT \(limit)"
  }

  private func inWorkspace(_ workspace: Workspace.ID) -> Query { "\(table).workspace_id = \(workspace)" }

  private func going(_ part: Part, isAhead: Bool = false) -> Query {
    let span = part.span
    let theirs: Query = "\(inWorkspace(part.workspace)) AND responder_id = \(part.person)"
    let within: Query = "\(theirs) AND \(time) >= \(span.from) AND \(time) < \(span.to)"
    switch rule {
    case .plain: return within
    case .inForce:
      return """
        \(within)
          AND \(time) < (SELECT max(\(time)) FROM \(table) WHERE \(theirs) AND \(time) < \(span.to))
        """
    case .whole(let from): return "\(within) AND \(from) >= \(span.from)"
    case .when(let now, let ahead):
      let condition = isAhead ? ahead ?? now : now
      return "\(within) AND \(condition(part))"
    }
  }

  func delete(
    of person: ResponderKey, _ span: TimeSpan, _ limits: RetentionLimits, upTo limit: Int,
    _ transaction: WriteTransaction
  ) throws -> ExpiredPart {
    let first = first(limit, of: person.id.rawValue, in: person.workspace, span, limits)
    var part = ExpiredPart()
    try transaction.db.each(
      """
      DELETE FROM \(table) WHERE \(inWorkspace(person.workspace)) AND (\(key)) IN (\(first)) RETURNING \(time) AS gone
      """
    ) { row in
      let instant: Timestamp = try row["gone"]
      part.taken.add(1, instant, instant)
    }
    part.rows = part.taken.count
    part.reached = part.rows < limit ? span.to : nil
    return part
  }

  func look(
    of person: ResponderKey, _ span: TimeSpan, _ limits: RetentionLimits, upTo limit: Int, _ db: Database
  ) throws -> Int {
    let first = first(limit, of: person.id.rawValue, in: person.workspace, span, limits)
    var count = 0
    try db.each("SELECT * FROM \(table) WHERE \(inWorkspace(person.workspace)) AND (\(key)) IN (\(first))") {
      _ in
      count += 1
    }
    return count
  }

  /// Counts the rows to delete from people's spans, at most `most`, assuming that the earlier steps have run.
  func countAhead(
    of people: some Collection<Int64>, in workspace: Workspace.ID, _ span: TimeSpan,
    _ limits: RetentionLimits, most: Int, _ db: Database
  ) throws -> Int {
    let going = going(
      Part(workspace: workspace, person: "person.whose", span: span, limits: limits), isAhead: true)
    return try db.first(
      """
      SELECT count(*) FROM (SELECT 1 FROM (SELECT value AS whose FROM json_each(\(people.json))) AS person
        CROSS JOIN \(table) ON \(going) LIMIT \(max(0, most)))
      """, as: Int.self) ?? 0
  }

  func count(
    of person: ResponderKey, _ held: TimeSpan, before limit: Timestamp, most: Int, _ db: Database
  ) throws -> Int {
    let from = if case .whole(let from) = rule { from } else { time }
    return try db.first(
      """
      SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(inWorkspace(person.workspace)) AND responder_id = \(person.id)
        AND \(time) >= \(held.from) AND \(from) < \(held.to) AND \(time) < \(limit) LIMIT \(max(0, most)))
      """, as: Int.self) ?? 0
  }
}

extension PurgeStep {
  /// What a step deletes that goes from person to person; `nil` for other steps.
  var expiring: (any Expiring)? {
    switch self {
    case .pings: ExpiringPings()
    case .uploads: ExpiringUploads()
    default: rows
    }
  }

  /// The same, where it is rows of a table of their own.
  var rows: ExpiringRows? {
    switch self {
    case .doubts: ExpiringRows(table: "doubt", key: "ping_id, flag", time: "effective_at")
    case .deviceEvents: ExpiringRows(table: "device_event", time: "effective_at")
    case .activities: ExpiringRows(table: "event_activity", time: "effective_at")
    case .crossings: ExpiringRows(table: "crossing", time: "effective_at")
    case .transitions: ExpiringRows(table: "transition", time: "at", rule: .inForce)
    case .dutyChanges: ExpiringRows(table: "duty_change", time: "at", rule: .inForce)
    case .ruleChanges: ExpiringRows(table: "rule_change", key: "responder_id, at", time: "at", rule: .inForce)
    case .denials: ExpiringRows(table: "denial", time: "at")
    case .rejections:
      ExpiringRows(table: "rejection", key: "responder_id, day, reason", time: "last_at")
    case .doubtReviews:
      ExpiringRows(
        table: "doubt_review", time: "at",
        rule: .when(Self.doubtsAreGone, ahead: Self.doubtsAreGoing))
    case .silences: ExpiringRows(table: "silence", time: "to_at", rule: .whole(from: "from_at"))
    case .visitChecks:
      ExpiringRows(table: "visit_check", time: "effective_at", rule: .when(Self.visitIsOver))
    case .visits:
      ExpiringRows(
        table: "visit", time: "to_at",
        rule: .when(Self.visitIsUnchecked, ahead: Self.visitIsLeftUnchecked))
    case .causes, .positions, .pings, .uploads, .notices, .statementMails, .alertActs, .alertPeople, .alerts,
      .incidents:
      nil
    }
  }

  /// Of expired doubts, only those on hold are left by now.
  private static func doubtsAreGone(_ part: ExpiringRows.Part) -> Query {
    hasNoDoubt(part, before: part.limits.reports)
  }
  /// Doubts are older than the decisions about them: those of the span go first.
  private static func doubtsAreGoing(_ part: ExpiringRows.Part) -> Query {
    hasNoDoubt(part, before: part.span.from)
  }
  private static func hasNoDoubt(_ part: ExpiringRows.Part, before limit: Timestamp) -> Query {
    """
    id NOT IN (SELECT review_id FROM doubt WHERE doubt.workspace_id = \(part.workspace)
      AND doubt.responder_id = \(part.person) AND effective_at < \(limit) AND review_id IS NOT NULL)
    """
  }
  /// A visit's checks go before the visit.
  private static func visitIsOver(_ part: ExpiringRows.Part) -> Query {
    let log = part.limits.log
    return """
      visit_id IN (SELECT id FROM visit WHERE visit.workspace_id = \(part.workspace)
        AND visit.responder_id = \(part.person) AND from_at < \(log) AND to_at < \(log))
      """
  }
  private static func visitIsUnchecked(_ part: ExpiringRows.Part) -> Query {
    """
    from_at >= \(part.span.from)
      AND id NOT IN (SELECT visit_id FROM visit_check WHERE visit_check.workspace_id = \(part.workspace)
        AND visit_check.responder_id = \(part.person))
    """
  }
  /// The checks of the span go first.
  private static func visitIsLeftUnchecked(_ part: ExpiringRows.Part) -> Query {
    let span = part.span
    return """
      from_at >= \(span.from) AND NOT EXISTS (SELECT 1 FROM visit_check
        WHERE visit_check.workspace_id = \(part.workspace)
          AND visit_check.responder_id = \(part.person) AND visit_check.visit_id = visit.id
          AND (effective_at < \(span.from) OR effective_at >= \(span.to)))
      """
  }
}
