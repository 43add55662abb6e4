public import Rollcall
import SQL

/// A statement that is sent to one mailbox.
public struct StatementMail: Equatable, Sendable {
  /// A mail's id: the same at every attempt.
  public typealias ID = Identifier<StatementMail>

  /// Its id.
  public let id: ID
  /// The workspace of the statement.
  public let workspace: Workspace
  /// What the statement answers.
  public let question: StatementQuestion
  /// SHA-256 of its files, 64 hexadecimal digits.
  public let sha256: String
  /// Its entry in the audit.
  public let mark: StatementMark
  /// Who made it, as the audit names them.
  public let madeBy: String
  /// The address.
  public let recipient: String
  /// How far it has come.
  public let delivery: Delivery
}

extension StatementMail: OutboxItem {
  /// All go to one mail server, and each is made anew before it is sent.
  public var lane: Bool { true }
  /// One: making them is work.
  public var laneLimit: Int { 1 }
  /// None waits for another.
  public var hasFollowers: Bool { false }
}

extension ReportStore {
  /// The most statements that a workspace sends by mail within an hour.
  public static let mostMailsAnHour = 20

  /// Records that a statement was made, and queues it for a mailbox. Blocks until both are on disk.
  ///
  /// - Throws: `invalid` for what is no address of mail; `conflict`, in words, when a statement about the same and of the
  ///   same span waits for that mailbox or went there within the last hour, and when too many were sent.
  @discardableResult
  public func mailStatement(
    _ question: StatementQuestion, sha256: String, to recipient: String, in scope: Scope
  ) throws(StoreError) -> StatementMail.ID {
    guard MailAddress.isPlain(recipient) else { throw .invalid("This is no address of mail.") }
    return try write(scope) { transaction in
      try transaction.reports.requireRoom(for: question, to: recipient, in: scope.workspace)
      let mark = try transaction.reports.record(question, sha256: sha256, in: scope)
      let id = try transaction.reports.queue(
        question, sha256: sha256, mark, to: recipient, in: scope.workspace)
      // The address is a person's, and an entry is never erased: its hash identifies it to those who know it.
      let address = FileFingerprint.of(Array(recipient.lowercased().utf8)).hashText
      try transaction.audit(
        scope.actor, "statement.mail", subject: question.audited,
        detail: "\(question.told(sha256: sha256)), mail \(id.rawValue), recipient sha256 \(address)",
        in: scope.workspace)
      return id
    }
  }

  /// The mails of a workspace, the newest first. Blocks.
  ///
  /// - Parameter number: only mails behind this one; `nil` from the newest on.
  public func statementMails(
    of workspace: Workspace.ID, behind number: StatementMail.ID? = nil, limit: Int = 100
  ) throws(StoreError) -> [StatementMail] {
    try read { db in
      let query: Query = """
        \(StatementMail.rows) WHERE statement_mail.workspace_id = \(workspace)
          AND statement_mail.id < \(number?.rawValue ?? Int64.max)
        ORDER BY statement_mail.id DESC LIMIT \(max(0, limit))
        """
      return try db.all(query) { try StatementMail($0) }
    }
  }

  /// The mails that are due now; those being handed over may be among them. Blocks.
  public func dueStatementMails(limit: Int) throws(StoreError) -> [StatementMail] {
    let now = clock()
    return try read { db in
      let query: Query = """
        \(StatementMail.rows) WHERE statement_mail.state = 'waiting' AND statement_mail.next_at <= \(now)
        ORDER BY statement_mail.next_at, statement_mail.id LIMIT \(limit)
        """
      return try db.all(query) { try StatementMail($0) }
    }
  }

  /// When the next mail that waits will be due; `nil` = none waits. Blocks.
  public func nextStatementMailDue() throws(StoreError) -> Timestamp? {
    try read { db in
      try db.first(
        "SELECT min(next_at) FROM statement_mail WHERE state = 'waiting' AND next_at > \(clock())")
    }
  }

  /// Whether a mail is still to be sent: it waits, and its sender may still export statements. Blocks.
  public func isStatementMailWanted(_ mail: StatementMail) throws(StoreError) -> Bool {
    let workspace = mail.workspace.id
    return try read { db in
      let isWaiting = try db.exists(
        """
        SELECT 1 FROM statement_mail
        WHERE workspace_id = \(workspace) AND id = \(mail.id) AND state = 'waiting' AND recipient = \(mail.recipient)
        """)
      let roles = try db.all(
        """
        SELECT role FROM membership WHERE workspace_id = \(workspace) AND 'member:' || member_id = \(mail.madeBy)
        UNION ALL SELECT role FROM api_key
          WHERE workspace_id = \(workspace) AND 'key:' || name = \(mail.madeBy) AND revoked_at IS NULL
        """, as: Role.self)
      return isWaiting && roles.contains { $0.allows(.exportHistory) }
    }
  }

  /// Stores the result of handing a mail over: a retry, or the end. Does nothing when it no longer exists. Blocks.
  ///
  /// - Parameter chance: 0 up to 1, spreads the next attempt.
  public func record(
    _ result: DeliveryResult, of mail: StatementMail.ID, chance: Double
  ) throws(StoreError) {
    try write { try $0.reports.record(result, of: mail, chance: chance) }
  }
}

extension ReportWrites {
  /// Protects mail servers and mailboxes from floods, and recipients from a second copy by a second click. A page that is
  /// loaded again asks for what is known by now; that counts as the same statement.
  fileprivate func requireRoom(
    for question: StatementQuestion, to recipient: String, in workspace: Workspace.ID
  ) throws {
    let since = now.advanced(by: -3_600_000)
    let isSent = try db.exists(
      """
      SELECT 1 FROM statement_mail
      WHERE workspace_id = \(workspace) AND lower(recipient) = \(recipient.lowercased())
        AND responder_id IS \(question.person) AND incident_id IS \(question.incident)
        AND from_at = \(question.span.from) AND to_at = \(question.span.to)
        AND (state = 'waiting' OR state = 'accepted' AND created_at > \(since))
      """)
    guard !isSent else {
      throw StoreError.conflict(
        "This statement is on its way to this address already, or was just sent there.")
    }
    let recent = try db.first(
      "SELECT count(*) FROM statement_mail WHERE workspace_id = \(workspace) AND created_at > \(since)",
      as: Int.self)
    guard recent ?? 0 < ReportStore.mostMailsAnHour else {
      throw StoreError.conflict(
        "\(ReportStore.mostMailsAnHour) statements were sent by mail within the last hour. Try again later.")
    }
  }

  /// Queues a mail, useful for a day; the sender is woken once it is on disk.
  fileprivate func queue(
    _ question: StatementQuestion, sha256: String, _ mark: StatementMark, to recipient: String,
    in workspace: Workspace.ID
  ) throws -> StatementMail.ID {
    let id: StatementMail.ID = try transaction.next(.statementMail)
    let delivery = Delivery(due: now, expiresAt: now.advanced(by: 86_400_000))
    try db.run(
      """
      INSERT INTO statement_mail (workspace_id, id, responder_id, incident_id, from_at, to_at, known_at, sha256, entry,
        recipient, \(OutboxRows.columns))
      VALUES (\(workspace), \(id), \(question.person), \(question.incident), \(question.span.from),
        \(question.span.to), \(question.knownBefore), \(sha256), \(mark.number), \(recipient),
        \(OutboxRows.values(delivery, madeAt: now)))
      """)
    afterCommit { [outboxes = memory.outboxes] in outboxes.ring(.statements) }
    return id
  }

  fileprivate func record(_ result: DeliveryResult, of mail: StatementMail.ID, chance: Double) throws {
    let found = try db.first("\(StatementMail.rows) WHERE statement_mail.id = \(mail)") {
      try StatementMail($0)
    }
    guard let found else { return }
    var delivery = found.delivery
    _ = delivery.settle(result, by: .channels, at: now, chance: chance)
    let workspace = found.workspace.id
    try db.run(
      "UPDATE statement_mail SET \(delivery.assignments) WHERE workspace_id = \(workspace) AND id = \(mail)")
    guard result.kind == .accepted else { return }
    try transaction.audit(
      Actor.rollcall, "statement.mailed", subject: found.question.audited,
      detail: "mail \(mail.rawValue)" + (result.carried.map { ", \($0)" } ?? ""), in: workspace)
  }

  /// Cancels the mails that wait and could tell of a person: those about them, and those about several people, also
  /// where the person is not among them: one of these may be made already, and be on its way to the mail server.
  func cancelStatementMails(about person: Responder.ID, in workspace: Workspace.ID) throws {
    try db.run(
      """
      UPDATE statement_mail SET \(OutboxRows.cancelled(because: "the person was erased"))
      WHERE workspace_id = \(workspace) AND state = 'waiting' AND responder_id = \(person)
      """)
    try db.run(
      """
      UPDATE statement_mail
      SET \(OutboxRows.cancelled(because: "somebody was erased meanwhile who may be in it: make it again"))
      WHERE workspace_id = \(workspace) AND state = 'waiting' AND responder_id IS NULL
      """)
  }
}

extension StatementMail {
  /// Mails with their workspaces and what the audit says of them. Both have a column `id`, the workspace's last.
  fileprivate static let rows: Query = """
    SELECT statement_mail.id AS mail, responder_id, incident_id, from_at, to_at, known_at, sha256, recipient, state,
      attempt, first_at, next_at, held_until, expires_at, last_at, last_outcome, last_reason,
      audit.number AS entry, audit.at AS made_at, audit.actor AS made_by, audit.hash AS entry_hash, workspace.*
    FROM statement_mail
    JOIN audit ON audit.workspace_id = statement_mail.workspace_id AND audit.number = statement_mail.entry
    JOIN workspace ON workspace.id = statement_mail.workspace_id
    """

  fileprivate init(_ row: Row) throws {
    let person: Responder.ID? = try row["responder_id"]
    let incident: Incident.ID? = try row["incident_id"]
    typealias Subject = StatementQuestion.Subject
    let subject = person.map(Subject.person) ?? incident.map(Subject.incident) ?? Subject.shift
    self.init(
      id: try row["mail"], workspace: try Workspace(row: row),
      question: StatementQuestion(
        subject, in: TimeSpan(from: try row["from_at"], to: try row["to_at"]),
        knownBefore: try row["known_at"]),
      sha256: try row["sha256"],
      mark: StatementMark(
        number: try row["entry"], hash: AuditChain.hex(try row["entry_hash"]), at: try row["made_at"]),
      madeBy: try row["made_by"], recipient: try row["recipient"], delivery: try Delivery(row: row))
  }
}

extension StatementQuestion {
  /// The person it is about; `nil` = it is about more than one.
  fileprivate var person: Responder.ID? { if case .person(let id) = subject { id } else { nil } }
  /// The incident it is about.
  fileprivate var incident: Incident.ID? { if case .incident(let id) = subject { id } else { nil } }
}
