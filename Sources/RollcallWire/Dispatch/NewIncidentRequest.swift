public import Rollcall

/// A new incident from a control room's own system: `{kind?, title, severity?, notes?, region?, needs?, asking?}` and
/// one of `lat` with `lng`, `geo`, `outlet`, `responder`.
public struct NewIncidentRequest: Equatable, Sendable {
  /// The place of the incident.
  public enum Place: Equatable, Sendable {
    /// By its coordinates.
    case position(Position)
    /// The place of an outlet, by its id.
    case outlet(Int64)
    /// Where a responder is now.
    case responder(Responder.ID)
  }

  /// The place.
  public let place: Place
  /// Who is asked at once.
  public let asking: AskingRequest
  /// All but the place, checked.
  private let details: NewIncident

  /// The incident to open, once the place is known.
  public func incident(at position: Position) -> NewIncident {
    NewIncident(
      kind: details.kind, title: details.title, severity: details.severity, position: position,
      notes: details.notes, region: details.region, needs: details.needs)
  }

  /// How much hangs on it.
  public var severity: Incident.Severity { details.severity }

  /// Decodes and checks an incident.
  ///
  /// Throws `malformed` when it is not JSON, `invalid` with every invalid field. The store checks whether the
  /// region, outlet or responder exists.
  public static func decode(bytes: [UInt8]) throws(WireError) -> NewIncidentRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> NewIncidentRequest in
      let members = JSONMembers<NewIncidentField>(of: root)
      var findings = Findings()
      let place = findings.place(members)
      let form = NewIncident.Form(
        kind: findings.anyText(members, .kind), title: findings.anyText(members, .title),
        severity: findings.anyText(members, .severity), place: .text("0 0"),
        notes: findings.anyText(members, .notes), region: findings.anyText(members, .region),
        needs: findings.needs(members[.needs]))
      let checked = Result { () throws(NewIncident.Refusal) in try NewIncident(form) }
      if case .failure(let refusal) = checked { findings.add(refusal.problems) }
      let asking = findings.asking(members)
      try findings.throwFaults()
      guard case .success(let details) = checked, let place else { throw .invalid([]) }
      return NewIncidentRequest(place: place, asking: asking, details: details)
    }
  }

  /// A text that is equal for equal requests, however their JSON is written.
  public var canonical: [UInt8] {
    var writer = JSONWriter()
    writer.object { root in
      switch place {
      case .position(let position):
        root.member("lat", position.latitude)
        root.member("lng", position.longitude)
      case .outlet(let id): root.member("outlet", id)
      case .responder(let id): root.member("responder", id)
      }
      root.member("kind", details.kind.rawValue)
      root.member("title", details.title)
      root.member("severity", details.severity.rawValue)
      root.member("notes", details.notes)
      root.member("region", details.region)
      root.needs(details.needs)
      root.member("mode", asking.mode.rawValue)
      root.member("answer", asking.answerWithin)
      root.array("picks") { list in for pick in asking.picks { list.value(pick.rawValue) } }
    }
    return writer.bytes
  }
}

extension Findings {
  /// A text of any length: the domain checks the limits.
  mutating func anyText(
    _ members: JSONMembers<NewIncidentField>, _ field: NewIncidentField
  ) -> String? {
    anyText(members[field], field.name)
  }

  /// The same of the member of another request.
  mutating func anyText(_ value: JSONValue?, _ name: String) -> String? {
    guard let value else { return nil }
    if value.kind != .string { refuse(name, .type, "\(name) must be a string") }
    return value.string
  }

  /// The place; `nil` when its errors are recorded already.
  mutating func place(
    _ members: JSONMembers<NewIncidentField>
  ) -> NewIncidentRequest.Place? {
    let others = [NewIncidentField.geo, .outlet, .responder].filter { members[$0] != nil }
    let hasCoordinates = members[.latitude] != nil || members[.longitude] != nil
    guard others.count + (hasCoordinates ? 1 : 0) <= 1 else {
      refuse("", .format, "Give one of lat with lng, geo, outlet, responder")
      return nil
    }
    switch others.first {
    case .geo: return geo(members[.geo])
    case .outlet: return id(members[.outlet], .outlet).map { .outlet($0) }
    case .responder: return id(members[.responder], .responder).map { .responder(Responder.ID($0)) }
    default: break
    }
    let latitude = coordinate(members[.latitude], NewIncidentField.latitude.name, limit: 90)
    let longitude = coordinate(members[.longitude], NewIncidentField.longitude.name, limit: 180)
    guard let latitude, let longitude else { return nil }
    return Position(latitude: latitude, longitude: longitude).map { .position($0) }
  }

  private mutating func geo(_ value: JSONValue?) -> NewIncidentRequest.Place? {
    let name = NewIncidentField.geo.name
    guard let text = value?.string else {
      refuse(name, .type, "\(name) must be a string")
      return nil
    }
    do throws(PlaceProblem) { return .position(try Place.read(text)) } catch {
      refuse(name, .format, error.words)
      return nil
    }
  }

  private mutating func id(_ value: JSONValue?, _ field: NewIncidentField) -> Int64? {
    if case .exact(let id) = value?.integer { return id }
    refuse(field.name, .type, "\(field.name) must be an id")
    return nil
  }

  fileprivate mutating func asking(_ members: JSONMembers<NewIncidentField>) -> AskingRequest {
    let name = NewIncidentField.asking.name
    guard let value = members[.asking] else { return .standard }
    guard value.kind == .object else {
      refuse(name, .type, "\(name) must be an object")
      return .standard
    }
    return asking(value, under: name + ".")
  }

  /// Adds the errors found by the domain, except for fields that already have the wrong type.
  mutating func add(_ problems: [NewIncident.Problem]) {
    let refused = Set(errors.map(\.field))
    for problem in problems where !refused.contains(problem.field.rawValue) {
      refuse(problem.field.rawValue, Rule(rawValue: problem.rule) ?? .format, problem.words)
    }
  }
}

enum NewIncidentField: Int, JSONField {
  case kind, title, severity, latitude, longitude, geo, outlet, responder, notes, region, needs, asking
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .kind: "kind"
    case .title: "title"
    case .severity: "severity"
    case .latitude: "lat"
    case .longitude: "lng"
    case .geo: "geo"
    case .outlet: "outlet"
    case .responder: "responder"
    case .notes: "notes"
    case .region: "region"
    case .needs: "needs"
    case .asking: "asking"
    }
  }
}
