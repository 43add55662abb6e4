public import Rollcall

/// What a control room's own system changes about an open incident: some of `{title, severity, notes, place}`, where the
/// place is one of `lat` with `lng`, `geo`, `outlet`, `responder`. What is absent stays.
public struct EditIncidentRequest: Equatable, Sendable {
  /// All but the place, checked.
  public let edit: IncidentEdit
  /// The new place; `nil` = it stays.
  public let place: NewIncidentRequest.Place?

  /// Decodes and checks a body.
  ///
  /// Throws `malformed` when it is not JSON, `invalid` with every invalid field. The store checks whether the
  /// outlet or responder exists.
  public static func decode(bytes: [UInt8]) throws(WireError) -> EditIncidentRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> EditIncidentRequest in
      let members = JSONMembers<NewIncidentField>(of: root)
      var findings = Findings()
      let places: [NewIncidentField] = [.latitude, .longitude, .geo, .outlet, .responder]
      let place = places.contains { members[$0] != nil } ? findings.place(members) : nil
      let form = IncidentEdit.Form(
        title: findings.anyText(members, .title), severity: findings.anyText(members, .severity),
        notes: findings.anyText(members, .notes))
      let checked = Result { () throws(NewIncident.Refusal) in try IncidentEdit(form) }
      if case .failure(let refusal) = checked { findings.add(refusal.problems) }
      try findings.throwFaults()
      guard case .success(let edit) = checked else { throw .invalid([]) }
      guard place != nil || !edit.isEmpty else {
        throw .invalid([
          RequestFault(field: "", rule: "required", message: "Give title, severity, notes or a place")
        ])
      }
      return EditIncidentRequest(edit: edit, place: place)
    }
  }
}
