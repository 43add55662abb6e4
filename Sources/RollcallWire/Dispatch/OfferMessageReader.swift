import Rollcall

// Reading offers on a phone. A server may send new words: an offer that this version cannot read is skipped
// without affecting the others.
extension OfferMessage {
  /// The offers among an answer's data, of an upload or of `GET /app/v1/offers`; empty when there are none.
  ///
  /// Throws when the body is not a JSON object, such as a captive portal's page.
  public static func list(bytes: [UInt8]) throws(WireError) -> [OfferMessage] {
    try JSON.readObject(bytes) { root throws(WireError) -> [OfferMessage] in
      guard let data = JSONMembers<EnvelopeField>(of: root)[.data], data.kind == .object,
        let offers = JSONMembers<OffersField>(of: data)[.offers]
      else { return [] }
      return offers.elements.compactMap { OfferMessage($0.value) }
    }
  }

  /// The offer in an answer's data: its state after seen, accept or decline.
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
  /// Reads the server's form. A severity unknown to this version is read as high: better too urgent than
  /// ignored.
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
