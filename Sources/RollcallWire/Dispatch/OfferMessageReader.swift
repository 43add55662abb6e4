import Rollcall

// What a phone reads of offers. A server may learn new words: an offer that this app cannot read is passed over, the
// others are not lost with it.
extension OfferMessage {
  /// The offers among an answer's data, those of an upload or of `GET /app/v1/offers`; none when there are none.
  ///
  /// Throws when the body is no JSON object, such as the page of a captive portal.
  public static func list(bytes: [UInt8]) throws(WireError) -> [OfferMessage] {
    try JSON.readObject(bytes) { root throws(WireError) -> [OfferMessage] in
      guard let data = JSONMembers<EnvelopeField>(of: root)[.data], data.kind == .object,
        let offers = JSONMembers<OffersField>(of: data)[.offers]
      else { return [] }
      return offers.elements.compactMap { OfferMessage($0.value) }
    }
  }

  /// The offer that is an answer's data: what became of it by seen, accept or decline.
  public static func single(bytes: [UInt8]) throws(WireError) -> OfferMessage? {
    try JSON.readObject(bytes) { root throws(WireError) -> OfferMessage? in
      JSONMembers<EnvelopeField>(of: root)[.data].flatMap { OfferMessage($0) }
    }
  }

  private init?(_ value: JSONValue) {
    let members = JSONMembers<OfferField>(of: value)
    guard let incident = members[.incident] else { return nil }
    let fields = JSONMembers<IncidentField>(of: incident)
    guard let id = members[.id]?.number, let state = members[.state]?.string.flatMap(Offer.State.init),
      let expiresAt = members[.expiresAt]?.instant, let incidentID = fields[.id]?.number,
      let details = NewIncident(fields)
    else { return nil }
    self.id = Offer.ID(id)
    self.state = state
    self.expiresAt = expiresAt
    distance = members[.distance]?.double
    isDrill = members[.drill]?.bool ?? false
    self.incident = Incident.ID(incidentID)
    self.details = details
  }
}

extension NewIncident {
  /// As the server tells it; a severity that this app does not know is read as high: rather too urgent than not at all.
  init?(_ fields: JSONMembers<IncidentField>) {
    guard let title = fields[.title]?.string, let latitude = fields[.latitude]?.double,
      let longitude = fields[.longitude]?.double,
      let position = Position(latitude: latitude, longitude: longitude)
    else { return nil }
    self.init(
      kind: fields[.kind]?.string.flatMap(Incident.Kind.init) ?? .incident, title: title,
      severity: fields[.severity]?.string.flatMap(Incident.Severity.init) ?? .high, position: position,
      notes: fields[.notes]?.string)
  }
}

extension JSONValue {
  fileprivate var number: Int64? {
    guard case .exact(let number) = integer else { return nil }
    return number
  }
}

private enum OffersField: Int, JSONField {
  case offers
  static let names = JSONFieldNames(allCases)
  var name: String { "offers" }
}
