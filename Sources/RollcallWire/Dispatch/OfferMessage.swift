public import Rollcall

/// An offer with its incident, as a phone receives it: in `data.offers` of an upload's answer and of `GET
/// /app/v1/offers`, and as the `data` of an answer to seen, accept and decline.
public struct OfferMessage: Equatable, Sendable {
  /// The offer's id.
  public var id: Offer.ID
  /// How far it has come.
  public var state: Offer.State
  /// The last instant at which it can be answered.
  public var expiresAt: Timestamp
  /// From the responder's latest position to the incident, metres, to a tenth; `nil` = not known.
  public var distance: Double?
  /// Whether it is a drill: to be answered as if it were real, but without consequences.
  public var isDrill: Bool
  /// The incident's id.
  public var incident: Incident.ID
  /// The incident, without its region. The title of a drill begins with `Drill: `.
  public var details: NewIncident

  /// The message for an offer of `incident`.
  public init(_ offer: Offer, of incident: Incident) {
    id = offer.id
    state = offer.state
    expiresAt = offer.expiresAt
    distance = offer.distance.map { ($0 * 10).rounded() / 10 }
    isDrill = incident.isDrill
    self.incident = incident.id
    details = incident.isDrill ? incident.details.asDrill : incident.details
  }
}

extension NewIncident {
  /// The form in which apps that know nothing of drills display it, too.
  fileprivate var asDrill: NewIncident {
    NewIncident(
      kind: kind, title: NewDrill.label + title, severity: severity, position: position, notes: notes,
      region: region)
  }
}

extension JSONWriter {
  /// An offer as the next value: `{id, state, expires_at, distance_m, drill, incident: {…}}`.
  public mutating func offer(_ message: OfferMessage) {
    object { offer in
      offer.member(OfferField.id.name, message.id)
      offer.member(OfferField.state.name, message.state.rawValue)
      offer.member(OfferField.expiresAt.name, message.expiresAt)
      offer.member(OfferField.distance.name, message.distance)
      offer.member(OfferField.drill.name, message.isDrill)
      offer.object(OfferField.incident.name) { $0.incident(message.incident, message.details) }
    }
  }

  /// A member `offers`: a list of offers, also an empty one.
  public mutating func offers(_ messages: [OfferMessage]) {
    array("offers") { list in
      for message in messages { list.offer(message) }
    }
  }

  /// The members of an incident: `id, kind, title, severity, lat, lng, geo, notes, needs`; others may follow.
  public mutating func incident(_ id: Incident.ID, _ details: NewIncident) {
    member(IncidentField.id.name, id)
    member(IncidentField.kind.name, details.kind.rawValue)
    member(IncidentField.title.name, details.title)
    member(IncidentField.severity.name, details.severity.rawValue)
    member(IncidentField.latitude.name, details.position.latitude)
    member(IncidentField.longitude.name, details.position.longitude)
    member("geo", details.position.geoAddress)
    member(IncidentField.notes.name, details.notes)
    needs(details.needs)
  }
}

enum OfferField: Int, JSONField {
  case id, state, expiresAt, distance, drill, incident
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .id: "id"
    case .state: "state"
    case .expiresAt: "expires_at"
    case .distance: "distance_m"
    case .drill: "drill"
    case .incident: "incident"
    }
  }
}

enum IncidentField: Int, JSONField {
  case id, kind, title, severity, latitude, longitude, notes
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .id: "id"
    case .kind: "kind"
    case .title: "title"
    case .severity: "severity"
    case .latitude: "lat"
    case .longitude: "lng"
    case .notes: "notes"
    }
  }
}
