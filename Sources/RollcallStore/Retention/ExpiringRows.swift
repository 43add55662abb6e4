import Rollcall
import SQL

/// Rows of one person that expire by an instant of theirs.
struct ExpiringRows {
  /// What stays of them besides.
  enum Rule {
    /// Nothing.
    case plain
    /// The one in force at the end of what goes: it says how the time after it began.
    case inForce
    /// What began before what goes.
    case whole(from: Query)
    /// Those for which this is not so. Where the steps before decide, `ahead` says the same before they were taken.
    case when((Part) -> Query, ahead: ((Part) -> Query)? = nil)
  }

  /// Of whom and of when rows go: a span without a hold.
  struct Part {
    let workspace: Workspace.ID
    let person: Query
    let span: TimeSpan
    let limits: RetentionLimits
  }

  let table: Query
  /// Whether their keys and indexes begin with the person, and not with the workspace.
  var isByPerson = false
  /// By which a row is found, in its workspace.
  var key: Query = "id"
  /// When a row was, or ended.
  let time: Query
  var rule = Rule.plain
  /// Looks for each row into indexes that are large and not read to find it.
  var indexed: [Query] = []

  /// The first rows that go of somebody's span, in their order.
  func first(
    _ limit: Int, of person: Int64, in workspace: Workspace.ID, _ span: TimeSpan, _ limits: RetentionLimits
  ) -> Query {
    let part = Part(workspace: workspace, person: "\(person)", span: span, limits: limits)
    return "SELECT \(key) FROM \(table) WHERE \(going(part)) ORDER BY \(time) LIMIT \(limit)"
  }

  /// The workspace as the beginning of a condition.
  private func inWorkspace(_ workspace: Workspace.ID) -> Query {
    isByPerson ? .empty : "\(table).workspace_id = \(workspace) AND "
  }

  private func going(_ part: Part, isAhead: Bool = false) -> Query {
    let span = part.span
    let theirs: Query = "\(inWorkspace(part.workspace))responder_id = \(part.person)"
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

  /// Deletes at most `limit` rows of somebody's span; returns their instants.
  func delete(
    of person: Int64, in workspace: Workspace.ID, _ span: TimeSpan, _ limits: RetentionLimits,
    upTo limit: Int, _ db: Database
  ) throws -> [Timestamp] {
    let first = first(limit, of: person, in: workspace, span, limits)
    return try db.all(
      "DELETE FROM \(table) WHERE \(inWorkspace(workspace))(\(key)) IN (\(first)) RETURNING \(time)")
  }

  /// Reads what `delete` would touch; returns how many rows it would delete.
  func look(
    of person: Int64, in workspace: Workspace.ID, _ span: TimeSpan, _ limits: RetentionLimits,
    upTo limit: Int, _ db: Database
  ) throws -> Int {
    let columns = Query(["*"] + indexed, separator: ", ")
    let first = first(limit, of: person, in: workspace, span, limits)
    var count = 0
    try db.each("SELECT \(columns) FROM \(table) WHERE \(inWorkspace(workspace))(\(key)) IN (\(first))") {
      _ in
      count += 1
    }
    return count
  }

  /// How many rows will go of the spans of people, at most `most`, once the steps before are taken.
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

  /// How many rows somebody's held span keeps of those before `limit`, at most `most`.
  func count(
    of person: Int64, in workspace: Workspace.ID, _ held: TimeSpan, before limit: Timestamp, most: Int,
    _ db: Database
  ) throws -> Int {
    let from = if case .whole(let from) = rule { from } else { time }
    return try db.first(
      """
      SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(inWorkspace(workspace))responder_id = \(person)
        AND \(time) >= \(held.from) AND \(from) < \(held.to) AND \(time) < \(limit) LIMIT \(max(0, most)))
      """, as: Int.self) ?? 0
  }
}

extension PurgeStep {
  /// The rows of a step that goes from person to person; `nil` for the others.
  var rows: ExpiringRows? {
    switch self {
    case .doubts: ExpiringRows(table: "doubt", key: "ping_id, flag", time: "effective_at")
    case .pings:
      ExpiringRows(table: "ping", isByPerson: true, time: "effective_at", indexed: Self.indexesOfPings)
    case .uploads: ExpiringRows(table: "upload", isByPerson: true, time: "received_at")
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
    case .causes, .positions, .notices, .alertActs, .alertPeople, .alerts, .incidents: nil
    }
  }

  private static let indexesOfPings: [Query] = [
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
  private static func doubtsAreGone(_ part: ExpiringRows.Part) -> Query {
    hasNoDoubt(part, before: part.limits.reports)
  }
  /// Doubts are older than what was decided about them: those of the span go before it.
  private static func doubtsAreGoing(_ part: ExpiringRows.Part) -> Query {
    hasNoDoubt(part, before: part.span.from)
  }
  private static func hasNoDoubt(_ part: ExpiringRows.Part, before limit: Timestamp) -> Query {
    """
    id NOT IN (SELECT review_id FROM doubt WHERE doubt.workspace_id = \(part.workspace)
      AND doubt.responder_id = \(part.person) AND effective_at < \(limit) AND review_id IS NOT NULL)
    """
  }
  /// A visit's checks go with the visit, before it.
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
  /// The checks of the span go before it.
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
