public import Rollcall
import SQL

/// What a responder is asked to do, or does: their open offer, or the assignment that is theirs.
public struct Errand: Equatable, Sendable {
  /// The incident.
  public let incident: Incident.ID
  /// Its title.
  public let title: String
  /// The offer.
  public let offer: Offer.ID
  /// How far the offer has come; `accepted` = the incident is theirs.
  public let state: Offer.State
  /// The last instant at which an open offer can be answered.
  public let expiresAt: Timestamp
  /// The last instant at which an open offer can reach the phone.
  public let deliverBy: Timestamp
  /// Whether it is a drill: a real incident goes before it.
  public let isDrill: Bool
  /// When they arrived; `nil` = not yet, or not told.
  public let arrivedAt: Timestamp?

  /// When an open offer ends if nothing more is heard.
  public var endsAt: Timestamp { state == .queued || state == .sent ? deliverBy : expiresAt }

  /// Whether the incident is theirs.
  public var isAssigned: Bool { state == .accepted }

  /// Whether it is an open offer of a drill.
  var isOpenDrill: Bool { isDrill && state.isOpen }

  /// The columns from which it is read, after a join with ``join``.
  static let columns = """
    errand_offer.id, errand_offer.incident_id, errand_incident.title, errand_offer.state, errand_offer.expires_at,
    errand_offer.deliver_by, (SELECT arrived_at FROM assignment WHERE assignment.offer_id = errand_offer.id),
      errand_incident.is_drill
    """

  /// Brings the errand to rows of `liveness`. Nobody has both an open offer and an assignment.
  static let join = """
    LEFT JOIN offer AS errand_offer ON errand_offer.id = coalesce(
      (SELECT offer.id FROM offer WHERE offer.responder_id = liveness.responder_id AND offer.ended_at IS NULL),
      (SELECT assignment.offer_id FROM assignment
        WHERE assignment.responder_id = liveness.responder_id AND assignment.ended_at IS NULL))
    LEFT JOIN incident AS errand_incident ON errand_incident.id = errand_offer.incident_id
    """

  /// The errand in the next eight columns; `nil` = none.
  init?(_ row: inout RowReader) {
    let (offer, incident, title) = (row.integer(), row.integer(), row.text())
    let (state, expiresAt, deliverBy) = (row.text(), row.instant(), row.instant())
    let arrivedAt = row.instant()
    let isDrill = row.integer() == 1
    guard let offer, let incident, let expiresAt, let state = state.flatMap(Offer.State.init) else {
      return nil
    }
    self.offer = Offer.ID(offer)
    self.incident = Incident.ID(incident)
    self.title = title ?? ""
    self.state = state
    self.expiresAt = expiresAt
    self.deliverBy = deliverBy ?? expiresAt
    self.arrivedAt = arrivedAt
    self.isDrill = isDrill
  }
}

extension WriteTransaction {
  /// Reads a responder's errand anew after a change of it; the board follows once it is on disk.
  func refreshErrand(of id: Responder.ID) throws {
    var state = try state(of: id)
    let statement = try RawStatement(
      db, "SELECT \(Errand.columns) FROM liveness \(Errand.join) WHERE liveness.responder_id = ?")
    statement.bind(1, id.rawValue)
    defer { statement.reset() }
    guard try statement.step() else { return }
    var row = RowReader(statement)
    state.errand = Errand(&row)
    memory.keep(state)
  }
}
