import Rollcall

/// What was filled in for a new incident, as typed.
struct IncidentForm: FieldValues {
  /// `incident` or `order`.
  var kind = "incident"
  var title = ""
  /// `low`, `normal`, `high` or `critical`.
  var severity = "normal"
  /// Coordinates or a `geo:` address; counts before `outlet` and `near`.
  var place = ""
  /// An outlet's id; counts before `near`.
  var outlet = ""
  /// The id of a responder at whose position it is.
  var near = ""
  /// A region's name; empty for none.
  var region = ""
  /// What the responder should know.
  var notes = ""

  static let fields: [Field<IncidentForm>] = [
    .text("kind", \.kind), .text("title", \.title), .text("severity", \.severity), .text("place", \.place),
    .text("outlet", \.outlet), .text("near", \.near), .text("region", \.region), .text("notes", \.notes),
  ]
}

extension IncidentForm {
  /// The form as the domain judges it.
  ///
  /// - Parameter chosen: the position of the outlet or responder that was chosen; typed coordinates count before it.
  func judged(chosen: Position?) -> NewIncident.Form {
    let input: NewIncident.PlaceInput =
      if place.utf8.isEmpty, let chosen { .position(chosen) } else { .text(place) }
    return NewIncident.Form(
      kind: kind, title: title, severity: severity, place: input, notes: notes, region: region)
  }
}

extension FieldProblem {
  /// What the domain finds wrong with a field.
  init(_ problem: NewIncident.Problem) { self.init(problem.field.rawValue, problem.words + ".") }
}
