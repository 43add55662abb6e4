public import Rollcall
import SQL

/// An incident as it was known, without its title and notes: those can be changed later.
public struct IncidentRecord: Equatable, Sendable {
  /// An offer with the times of its steps.
  public struct Offer: Equatable, Sendable {
    /// Its id.
    public let id: Int64
    /// To whom.
    public let responder: Responder.ID
    /// When it was made.
    public let queuedAt: Timestamp
    /// When a service took it for the phone; `nil` = not yet, like the following.
    public let sentAt: Timestamp?
    /// When it was on the phone.
    public let deliveredAt: Timestamp?
    /// When it was seen.
    public let seenAt: Timestamp?
    /// When it was answered.
    public let answeredAt: Timestamp?
    /// The answer.
    public let answer: String?
  }

  /// An assignment.
  public struct Assignment: Equatable, Sendable {
    /// Whose.
    public let responder: Responder.ID
    /// `app` or `voice`.
    public let by: String
    /// When it began.
    public let since: Timestamp
    /// When they set out; `nil` = not yet, like the following.
    public let onTheWayAt: Timestamp?
    /// When they arrived.
    public let arrivedAt: Timestamp?
    /// When it ended.
    public let endedAt: Timestamp?
  }

  /// An entry of its log.
  public struct Step: Equatable, Sendable {
    /// When it became true.
    public let at: Timestamp
    /// Who did it.
    public let actor: String
    /// What.
    public let step: String
    /// Whom it concerns.
    public let responder: Responder.ID?
    /// In words.
    public let detail: String
  }

  /// Its id.
  public let id: Incident.ID
  /// `incident` or `order`.
  public let kind: String
  /// When it was opened.
  public let openedAt: Timestamp
  /// When it ended; `nil` = it was open.
  public let closedAt: Timestamp?
  /// Offers in the order in which they were made.
  public let offers: [Offer]
  /// Assignments in the order in which they began.
  public let assignments: [Assignment]
  /// Its log, ascending.
  public let steps: [Step]

  /// Everybody who was offered it or had it, by id.
  public var people: [Responder.ID] {
    Set(offers.map(\.responder) + assignments.map(\.responder)).sorted { $0.rawValue < $1.rawValue }
  }
}

extension IncidentRecord {
  /// The incident as known before an instant.
  ///
  /// - Throws: `notFound` when there was none.
  static func read(
    _ id: Incident.ID, in workspace: Workspace.ID, knownBefore limit: Timestamp, _ db: Database
  ) throws -> IncidentRecord {
    func past(_ instant: Timestamp?) -> Timestamp? { instant.flatMap { $0 < limit ? $0 : nil } }
    let row = try db.first(
      """
      SELECT kind, opened_at, closed_at FROM incident
      WHERE workspace_id = \(workspace) AND id = \(id) AND is_drill = 0 AND opened_at < \(limit)
      """
    ) {
      (
        kind: try $0["kind"] as String, openedAt: try $0["opened_at"] as Timestamp,
        closedAt: try $0["closed_at"] as Timestamp?
      )
    }
    guard let row else { throw StoreError.notFound("incident \(id.rawValue)") }
    let offers = try db.all(
      """
      SELECT id, responder_id, queued_at, sent_at, delivered_at, seen_at, answer, answered_at FROM offer
      WHERE workspace_id = \(workspace) AND incident_id = \(id) AND queued_at < \(limit) ORDER BY id
      """
    ) { row in
      let answered = past(try row["answered_at"])
      return Offer(
        id: try row["id"], responder: try row["responder_id"], queuedAt: try row["queued_at"],
        sentAt: past(try row["sent_at"]), deliveredAt: past(try row["delivered_at"]),
        seenAt: past(try row["seen_at"]), answeredAt: answered,
        answer: answered == nil ? nil : try row["answer"])
    }
    let assignments = try db.all(
      """
      SELECT responder_id, by, since, on_way_at, arrived_at, ended_at FROM assignment
      WHERE workspace_id = \(workspace) AND incident_id = \(id) AND since < \(limit) ORDER BY id
      """
    ) { row in
      Assignment(
        responder: try row["responder_id"], by: try row["by"], since: try row["since"],
        onTheWayAt: past(try row["on_way_at"]), arrivedAt: past(try row["arrived_at"]),
        endedAt: past(try row["ended_at"]))
    }
    let steps = try db.all(
      """
      SELECT at, actor, step, responder_id, detail FROM incident_step
      WHERE workspace_id = \(workspace) AND incident_id = \(id) AND at < \(limit) ORDER BY at, id
      """
    ) { row in
      Step(
        at: try row["at"], actor: try row["actor"], step: try row["step"],
        responder: try row["responder_id"], detail: try row["detail"])
    }
    return IncidentRecord(
      id: id, kind: row.kind, openedAt: row.openedAt, closedAt: past(row.closedAt), offers: offers,
      assignments: assignments, steps: steps)
  }
}
