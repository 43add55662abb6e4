import GRDB
import Rollcall

/// Rows of one person that expire by an instant of theirs.
struct ExpiringRows {
  /// What stays of them besides.
  enum Rule {
    /// Nothing.
    case plain
    /// The one in force at the end of what goes: it says how the time after it began.
    case inForce
    /// What began before what goes.
    case whole(from: String)
    /// Those for which this is not so, told of a person; `?5` in it is one of the limits. Where the steps before
    /// decide, `ahead` says the same before they were taken, without a limit.
    case when(
      (_ person: String) -> String, KeyPath<RetentionLimits, Timestamp>? = nil,
      ahead: ((_ person: String) -> String)? = nil)
  }

  let table: String
  /// By which a row is found.
  var key = "id"
  /// When a row was, or ended.
  let time: String
  var rule = Rule.plain
  /// Looks for each row into indexes that are large and not read to find it.
  var indexed: [String] = []

  /// The first rows that go, in their order; binds the person, the span's ends and how many.
  var first: String { "SELECT \(key) FROM \(table) WHERE \(going()) ORDER BY \(time) LIMIT ?4" }

  /// Rows that go of a span without a hold; binds the person and its ends.
  private func going(of person: String = "?1", isAhead: Bool = false) -> String {
    let span = "responder_id = \(person) AND \(time) >= ?2 AND \(time) < ?3"
    return switch rule {
    case .plain: span
    case .inForce:
      "\(span) AND \(time) < (SELECT max(\(time)) FROM \(table) WHERE responder_id = \(person) AND \(time) < ?3)"
    case .whole(let from): "\(span) AND \(from) >= ?2"
    case .when(let condition, _, let ahead):
      "\(span) AND \(isAhead ? (ahead ?? condition)(person) : condition(person))"
    }
  }

  /// Deletes at most `limit` rows of somebody's span; returns their instants.
  func delete(
    of person: Int64, in span: TimeSpan, _ limits: RetentionLimits, upTo limit: Int, _ db: Database
  ) throws -> [Int64] {
    try Int64.fetchAll(
      db.cachedStatement(sql: "DELETE FROM \(table) WHERE (\(key)) IN (\(first)) RETURNING \(time)"),
      arguments: arguments(person, span, limits, limit))
  }

  /// Reads what `delete` would touch; returns how many rows it would delete.
  func look(
    of person: Int64, in span: TimeSpan, _ limits: RetentionLimits, upTo limit: Int, _ db: Database
  ) throws -> Int {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: "SELECT \((["*"] + indexed).joined(separator: ", ")) FROM \(table) WHERE (\(key)) IN (\(first))"),
      arguments: arguments(person, span, limits, limit))
    var count = 0
    while try rows.next() != nil { count += 1 }
    return count
  }

  private func arguments(
    _ person: Int64, _ span: TimeSpan, _ limits: RetentionLimits, _ limit: Int
  ) -> StatementArguments {
    var arguments: StatementArguments = [person, span.from.milliseconds, span.to.milliseconds, limit]
    if case .when(_, let limit?, _) = rule { arguments += [limits[keyPath: limit].milliseconds] }
    return arguments
  }

  /// How many rows will go of the spans of people, at most `most`, once the steps before are taken.
  func countAhead(
    of people: some Collection<Int64>, in span: TimeSpan, _ limits: RetentionLimits, most: Int, _ db: Database
  ) throws -> Int {
    var arguments: StatementArguments = [
      people.json, span.from.milliseconds, span.to.milliseconds, max(0, most),
    ]
    if case .when(_, let limit?, nil) = rule { arguments += [limits[keyPath: limit].milliseconds] }
    return try Int.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT count(*) FROM (SELECT 1 FROM (SELECT value AS whose FROM json_each(?1)) AS person
            CROSS JOIN \(table) ON \(going(of: "person.whose", isAhead: true)) LIMIT ?4)
          """), arguments: arguments) ?? 0
  }

  /// How many rows somebody's held span keeps of those before `limit`, at most `most`.
  func count(of person: Int64, in held: TimeSpan, before limit: Timestamp, most: Int, _ db: Database) throws
    -> Int
  {
    let from = if case .whole(let from) = rule { from } else { time }
    return try Int.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE responder_id = ?1 AND \(time) >= ?2 AND \(from) < ?3
            AND \(time) < ?4 LIMIT ?5)
          """),
      arguments: [
        person, held.from.milliseconds, held.to.milliseconds, limit.milliseconds, max(0, most),
      ]) ?? 0
  }
}

extension PurgeStep {
  /// The rows of a step that goes from person to person; `nil` for the others.
  var rows: ExpiringRows? {
    switch self {
    case .doubts: ExpiringRows(table: "doubt", key: "ping_id, flag", time: "effective_at")
    case .pings: ExpiringRows(table: "ping", time: "effective_at", indexed: Self.indexesOfPings)
    case .uploads: ExpiringRows(table: "upload", time: "received_at")
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
        rule: .when(Self.doubtsAreGone, \.reports, ahead: Self.doubtsAreGoing))
    case .silences: ExpiringRows(table: "silence", time: "to_at", rule: .whole(from: "from_at"))
    case .visitChecks:
      ExpiringRows(table: "visit_check", time: "effective_at", rule: .when(Self.visitIsOver, \.log))
    case .visits:
      ExpiringRows(
        table: "visit", time: "to_at",
        rule: .when(Self.visitIsUnchecked, ahead: Self.visitIsLeftUnchecked))
    case .causes, .positions, .notices, .alertActs, .alertPeople, .alerts, .incidents: nil
    }
  }

  private static let indexesOfPings = [
    """
    (SELECT count(*) FROM ping AS other INDEXED BY ping_workspace
      WHERE other.workspace_id = ping.workspace_id AND other.effective_at = ping.effective_at
        AND other.id = ping.id)
    """,
    """
    (SELECT count(*) FROM ping AS other INDEXED BY ping_identity
      WHERE other.responder_id = ping.responder_id AND other.recorded_at_raw IS ping.recorded_at_raw
        AND other.sequence IS ping.sequence AND other.queue_id = ping.queue_id AND other.variant = ping.variant
        AND other.id = ping.id)
    """,
  ]

  /// Of doubts that have expired, only those on hold are left by now.
  private static func doubtsAreGone(of person: String) -> String {
    """
    id NOT IN (SELECT review_id FROM doubt WHERE doubt.responder_id = \(person) AND effective_at < ?5
      AND review_id IS NOT NULL)
    """
  }
  /// Doubts are older than what was decided about them: those of the span go before it.
  private static func doubtsAreGoing(of person: String) -> String {
    """
    id NOT IN (SELECT review_id FROM doubt WHERE doubt.responder_id = \(person) AND effective_at < ?2
      AND review_id IS NOT NULL)
    """
  }
  /// A visit's checks go with the visit, before it.
  private static func visitIsOver(of person: String) -> String {
    "visit_id IN (SELECT id FROM visit WHERE visit.responder_id = \(person) AND from_at < ?5 AND to_at < ?5)"
  }
  private static func visitIsUnchecked(of person: String) -> String {
    """
    from_at >= ?2 AND id NOT IN (SELECT visit_id FROM visit_check WHERE visit_check.responder_id = \(person))
    """
  }
  /// The checks of the span go before it.
  private static func visitIsLeftUnchecked(of person: String) -> String {
    """
    from_at >= ?2 AND NOT EXISTS (SELECT 1 FROM visit_check WHERE visit_check.responder_id = \(person)
      AND visit_check.visit_id = visit.id AND (effective_at < ?2 OR effective_at >= ?3))
    """
  }
}
