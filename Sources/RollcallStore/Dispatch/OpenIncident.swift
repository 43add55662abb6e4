import GRDB
public import Rollcall

/// A new incident with everything that is decided when it is opened.
public struct IncidentOpening: Sendable {
  /// What, how bad, where.
  public var details: NewIncident
  /// Where it is as people say it, e.g. an outlet's name; may be empty.
  public var place: String
  /// Sent with a form: the same text again opens nothing, and is answered with what it opened. 1 to 64 letters.
  public var once: String?
  /// To whom it is offered at once.
  public var offer: OfferRequest?

  /// An opening from its parts.
  public init(
    _ details: NewIncident, place: String = "", once: String? = nil, offer: OfferRequest? = nil
  ) {
    self.details = details
    self.place = place
    self.once = once
    self.offer = offer
  }
}

/// To whom an incident is offered, and for how long.
public struct OfferRequest: Equatable, Sendable {
  /// To whom.
  public var responder: Responder.ID
  /// How long they have to answer, milliseconds.
  public var answerWithin: Milliseconds

  /// How long an offer waits when nobody says otherwise: 30 s.
  public static let defaultAnswerTime: Milliseconds = 30_000
  /// How long an offer may wait: 15 s to 10 min.
  public static let answerTimes: ClosedRange<Milliseconds> = 15_000...600_000

  /// A request from its parts.
  public init(to responder: Responder.ID, answerWithin: Milliseconds = defaultAnswerTime) {
    self.responder = responder
    self.answerWithin = answerWithin
  }
}

extension Store {
  /// Opens an incident, and offers it at once when that is asked for: both or neither.
  ///
  /// - Parameter actor: who does it, as the audit names them.
  /// - Throws: `invalid` for a region that is not there or an answer time out of range; `notFound` for the responder;
  ///   `conflict` with the reason, in words, when they cannot be asked now.
  public func open(
    _ opening: IncidentOpening, by actor: String, in workspace: Workspace.ID
  ) throws(StoreError) -> Incident.ID {
    try write { try $0.open(opening, by: actor, in: workspace) }
  }
}

extension WriteTransaction {
  fileprivate func open(
    _ opening: IncidentOpening, by actor: String, in workspace: Workspace.ID
  ) throws -> Incident.ID {
    if let once = opening.once, let known = try incident(openedBy: once, in: workspace) { return known }
    try check(opening.details.region, in: workspace)
    let id = try insert(opening, by: actor, in: workspace)
    let title = opening.details.title
    try log(.opened, of: id, in: workspace, by: actor, detail: opening.details.severity.rawValue)
    try audit(actor, "incident.open", subject: Incidents.order(id), detail: title, in: workspace)
    if let request = opening.offer { try offer(id, request, by: actor, in: workspace) }
    return id
  }

  private func incident(openedBy once: String, in workspace: Workspace.ID) throws -> Incident.ID? {
    try Int64.fetchOne(
      db, sql: "SELECT id FROM incident WHERE workspace_id = ? AND once = ?",
      arguments: [workspace.rawValue, once]
    ).map { Incident.ID($0) }
  }

  private func check(_ region: String?, in workspace: Workspace.ID) throws {
    guard let region else { return }
    let isThere = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM region WHERE workspace_id = ? AND name = ?)",
      arguments: [workspace.rawValue, region])
    guard isThere == true else { throw StoreError.invalid("There is no region \(region)") }
  }

  private func insert(
    _ opening: IncidentOpening, by actor: String, in workspace: Workspace.ID
  ) throws -> Incident.ID {
    let details = opening.details
    try db.execute(
      sql: """
        INSERT INTO incident
          (workspace_id, kind, title, severity, lat, lng, place, notes, region, state, state_since, opened_at, opened_by,
            once)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?, ?, ?, ?)
        """,
      arguments: [
        workspace.rawValue, details.kind.rawValue, details.title, details.severity.rawValue,
        details.position.latitude, details.position.longitude,
        opening.place.utf8.isEmpty ? nil : opening.place,
        details.notes ?? "", details.region, now.milliseconds, now.milliseconds, actor, opening.once,
      ])
    return Incident.ID(db.lastInsertedRowID)
  }
}
