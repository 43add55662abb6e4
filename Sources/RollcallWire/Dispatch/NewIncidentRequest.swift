public import Rollcall

/// A new incident from a control room's own system: `{title, lat, lng, kind?, severity?, notes?, region?}`, or `place`
/// instead of `lat` and `lng`: a text such as `46.05, 14.5` or a `geo:` address.
public enum NewIncidentRequest {
  /// Decodes and checks an incident.
  ///
  /// Throws `malformed` when it is not JSON, `invalid` with every field that is wrong. Whether the region exists, the
  /// store knows.
  public static func decode(bytes: [UInt8]) throws(WireError) -> NewIncident {
    try JSON.readObject(bytes) { root throws(WireError) -> NewIncident in
      let members = JSONMembers<IncidentField>(of: root)
      var findings = Findings()
      let place = findings.place(members)
      let form = NewIncident.Form(
        kind: findings.anyText(members, .kind), title: findings.anyText(members, .title),
        severity: findings.anyText(members, .severity), place: place ?? .text(""),
        notes: findings.anyText(members, .notes), region: findings.anyText(members, .region))
      let checked = Result { () throws(NewIncident.Refusal) in try NewIncident(form) }
      if case .failure(let refusal) = checked {
        findings.add(refusal.problems.filter { $0.field != .place || place != nil })
      }
      try findings.throwFaults()
      guard case .success(let incident) = checked else { throw .invalid([]) }
      return incident
    }
  }
}

extension Findings {
  /// A text of any length: the domain knows the limits.
  fileprivate mutating func anyText(_ members: JSONMembers<IncidentField>, _ field: IncidentField) -> String?
  {
    guard let value = members[field] else { return nil }
    if value.kind != .string { refuse(field.name, .type, "\(field.name) must be a string") }
    return value.string
  }

  /// Where; `nil` when what is wrong with it is among the errors already.
  fileprivate mutating func place(_ members: JSONMembers<IncidentField>) -> NewIncident.PlaceInput? {
    guard members[.place] != nil else {
      let latitude = coordinate(members[.latitude], IncidentField.latitude.name, limit: 90)
      let longitude = coordinate(members[.longitude], IncidentField.longitude.name, limit: 180)
      guard let latitude, let longitude else { return nil }
      return Position(latitude: latitude, longitude: longitude).map { .position($0) }
    }
    guard members[.latitude] == nil, members[.longitude] == nil else {
      refuse(IncidentField.place.name, .format, "Give either lat and lng or place, not both")
      return nil
    }
    return anyText(members, .place).map { .text($0) }
  }

  /// Takes over what the domain found wrong, except with fields that have the wrong type anyway.
  fileprivate mutating func add(_ problems: [NewIncident.Problem]) {
    let refused = Set(errors.map(\.field))
    for problem in problems where !refused.contains(problem.field.rawValue) {
      refuse(problem.field.rawValue, Rule(rawValue: problem.rule) ?? .format, problem.words)
    }
  }
}
