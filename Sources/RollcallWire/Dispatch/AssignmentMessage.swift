public import Rollcall

/// A phone's assignment: the `data` of `GET /app/v1/assignment`.
public struct AssignmentMessage: Equatable, Sendable {
  /// Its id, as used by arrived and complete.
  public var id: Int64
  /// The accepted offer.
  public var offer: Offer.ID
  /// The incident.
  public var incident: Incident.ID
  /// The incident; `nil` when this version cannot read it.
  public var details: NewIncident?
  /// When the responder arrived; `nil` = not yet.
  public var arrivedAt: Timestamp?

  /// Decodes an answer; `nil` when the responder has no assignment, or this version cannot read it.
  ///
  /// Throws when the body is not a JSON object, such as a captive portal's page.
  public static func single(bytes: [UInt8]) throws(WireError) -> AssignmentMessage? {
    try JSON.readObject(bytes) { root throws(WireError) -> AssignmentMessage? in
      JSONMembers<EnvelopeField>(of: root)[.data].flatMap { AssignmentMessage($0) }
    }
  }

  private init?(_ value: JSONValue) {
    guard value.kind == .object else { return nil }
    let members = JSONMembers<AssignmentField>(of: value)
    guard let id = members[.id]?.exact, let offer = members[.offer]?.exact,
      let incident = members[.incident], incident.kind == .object,
      case let fields = JSONMembers<IncidentField>(of: incident), let number = fields[.id]?.exact
    else { return nil }
    self.id = id
    self.offer = Offer.ID(offer)
    self.incident = Incident.ID(number)
    details = NewIncident(fields)
    arrivedAt = members[.arrivedAt]?.instant
  }
}

extension JSONValue {
  fileprivate var exact: Int64? {
    guard case .exact(let number) = integer else { return nil }
    return number
  }
}

private enum AssignmentField: Int, JSONField {
  case id, offer, incident, arrivedAt
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .id: "id"
    case .offer: "offer_id"
    case .incident: "incident"
    case .arrivedAt: "arrived_at"
    }
  }
}
