public import Rollcall
import SQL

/// The answer to a question: what was known, and nothing that became known later.
public struct Statement: Sendable {
  /// What it answers.
  public let question: StatementQuestion
  /// The people it is about, by id.
  public let people: [PersonStatement]
  /// Their positions taken in the span, by person, in order of time.
  public let positions: [Responder.ID: [HistoryPing]]
  /// The incident, if it is about one.
  public let incident: IncidentRecord?

  /// Whether nothing of it was purged or erased.
  public var isComplete: Bool { people.allSatisfy(\.isComplete) }
}

/// Where a statement stands in the audit.
public struct StatementMark: Equatable, Sendable {
  /// The number of its entry.
  public let number: Int64
  /// The entry's hash: the head of the chain at that moment.
  public let hash: String
  /// When it was made.
  public let at: Timestamp
}

extension ReportStore {
  /// The most people in one statement.
  public static let mostInStatement = 300
  /// The most positions in one statement.
  public static let mostPositions = 200_000

  /// Answers a question from the rows. Blocks.
  ///
  /// - Parameters:
  ///   - span: when; of an incident `nil` = from its opening to its end.
  ///   - knownBefore: only what was known before this instant counts; `nil` = before now.
  /// - Throws: `notFound`; `invalid` for a question that cannot be answered, in words.
  public func statement(
    _ subject: StatementQuestion.Subject, in span: TimeSpan?, knownBefore: Timestamp?, of workspace: Workspace
  ) throws(StoreError) -> Statement {
    // Whatever has an earlier instant is on disk after this commit, and nothing earlier follows.
    let present = try write { $0.now }
    let known = knownBefore ?? present
    guard known <= present else { throw .invalid("“known” is in the future.") }
    return try read { db in
      let reading = StatementReading(store, workspace, knownBefore: known, db)
      return try reading.statement(subject, span)
    }
  }

  /// Records that a statement was made, with the hash of its files. Blocks until it is on disk.
  public func recordStatement(
    _ question: StatementQuestion, sha256: String, in scope: Scope
  ) throws(StoreError) -> StatementMark {
    try write(scope) { try $0.reports.record(question, sha256: sha256, in: scope) }
  }
}

extension ReportWrites {
  /// Appends the entry about a statement; returns where it stands.
  func record(_ question: StatementQuestion, sha256: String, in scope: Scope) throws -> StatementMark {
    try transaction.audit(
      scope.actor, "statement.make", subject: question.audited, detail: question.told(sha256: sha256),
      in: scope.workspace)
    let head = try AuditHead.of(scope.workspace.rawValue, db)
    return StatementMark(number: head.count, hash: head.hashText, at: now)
  }
}

extension StatementQuestion {
  /// Its subject, as the audit names it.
  var audited: String {
    switch subject {
    case .person(let id): "responder \(id.rawValue)"
    case .incident(let id): "INC-\(id.rawValue)"
    case .shift: "everybody"
    }
  }

  /// What the audit says of it beside its subject.
  func told(sha256: String) -> String {
    "\(span.from.rfc3339) to \(span.to.rfc3339), known before \(knownBefore.rfc3339), sha256 \(sha256)"
  }
}

/// Reads the facts of a statement.
struct StatementReading {
  let store: Store
  let workspace: Workspace
  let known: Timestamp
  let limits: RetentionLimits
  let db: Database

  init(_ store: Store, _ workspace: Workspace, knownBefore: Timestamp, _ db: Database) {
    (self.store, self.workspace, known, self.db) = (store, workspace, knownBefore, db)
    limits = RetentionLimits(days: workspace.retentionDays, now: store.clock())
  }

  func statement(_ subject: StatementQuestion.Subject, _ span: TimeSpan?) throws -> Statement {
    var incident: IncidentRecord?
    if case .incident(let id) = subject {
      incident = try IncidentRecord.read(id, in: workspace.id, knownBefore: known, db)
    }
    guard let span = span ?? incident.map({ TimeSpan(from: $0.openedAt, to: $0.closedAt ?? known) }),
      span.length > 0
    else { throw StoreError.invalid("“From” must be before “To”.") }
    guard span.length <= StatementQuestion.longest else {
      throw StoreError.invalid("A statement covers at most 31 days.")
    }
    guard span.from < known else { throw StoreError.invalid("Nothing of this time was known then.") }
    let question = StatementQuestion(subject, in: span, knownBefore: known)
    let ids = try people(of: subject, incident, in: question.covered)
    guard ids.count <= ReportStore.mostInStatement else {
      throw StoreError.invalid(
        "\(ids.count) people were on duty; a statement names at most \(ReportStore.mostInStatement).")
    }
    var (people, positions): ([PersonStatement], [Responder.ID: [HistoryPing]]) = ([], [:])
    var room = ReportStore.mostPositions
    for id in ids {
      let read = try PersonReading(self, id, in: question).read(atMost: room)
      people.append(read.person)
      positions[id] = read.positions
      room -= read.positions.count
    }
    return Statement(question: question, people: people, positions: positions, incident: incident)
  }

  private func people(
    of subject: StatementQuestion.Subject, _ incident: IncidentRecord?, in covered: TimeSpan
  ) throws -> [Responder.ID] {
    switch subject {
    case .person(let id):
      guard try Responders.find(id, in: workspace.id, db) != nil else {
        throw StoreError.notFound("responder \(id.rawValue)")
      }
      return [id]
    case .incident: return incident?.people ?? []
    case .shift: return try onDuty(in: covered)
    }
  }

  /// Everybody who was on duty at some time of a span.
  private func onDuty(in span: TimeSpan) throws -> [Responder.ID] {
    try db.all(
      """
      SELECT id FROM responder WHERE workspace_id = \(workspace.id) AND (
        EXISTS (SELECT 1 FROM transition WHERE transition.workspace_id = responder.workspace_id
          AND responder_id = responder.id AND at >= \(span.from) AND at < \(span.to) AND to_status <> 'off_duty')
        OR (SELECT to_status FROM transition WHERE transition.workspace_id = responder.workspace_id
          AND responder_id = responder.id AND at < \(span.from) ORDER BY at DESC, transition.id DESC LIMIT 1) <> 'off_duty')
      ORDER BY id
      """)
  }
}
