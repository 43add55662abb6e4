import Rollcall
import RollcallStore

/// Changes what is known of an open incident.
struct EditForm: PagePart {
  var action: String
  /// How often the incident was changed before, so that no member overwrites a change that they have not seen.
  var edition: String
  var isOpen: Bool
  var title: FormField
  var severity: FormSelect
  var place: FormField
  /// Absent when the workspace has no sites.
  var outlet: FormSelect?
  var notes: FormText

  /// The form as typed.
  struct Typed {
    var edition = ""
    var title = "", severity = "", place = "", notes = ""
    /// A site's id; wins over the coordinates.
    var outlet = ""
  }

  /// - Parameters:
  ///   - sites: outlets by id.
  ///   - typed: a refused form; `nil` = the incident as it is.
  init(
    _ file: IncidentFile, sites: [(id: Int64, name: String)], typed: Typed?, path: String,
    problems: [FieldProblem]
  ) {
    let form = typed ?? Typed(file)
    (action, edition, isOpen) = (path + "/edit", form.edition, typed != nil)
    title = FormField("title", "Title", value: form.title, isRequired: true, problems: problems)
    severity = FormSelect(
      "severity", "Severity",
      choices: Incident.Severity.allCases.map {
        Choice(
          value: $0.rawValue, label: StatePill.severity($0).word, isSelected: $0.rawValue == form.severity)
      }, problems: problems)
    place = FormField(
      "place", "Coordinates", value: form.place, hint: Words.NewIncident.placeHint, problems: problems)
    outlet =
      sites.isEmpty
      ? nil
      : FormSelect(
        "outlet", "Site",
        choices: Choice.list(
          sites.map { (String($0.id), $0.name) }, chosen: form.outlet, all: Words.EditIncident.byCoordinates),
        problems: problems)
    notes = FormText(
      "notes", "Notes", value: form.notes, hint: Words.NewIncident.notesHint, problems: problems)
  }
}

extension EditForm.Typed {
  /// An incident as it is.
  init(_ file: IncidentFile) {
    let details = file.summary.incident.details
    self.init(
      edition: String(file.edition), title: details.title, severity: details.severity.rawValue,
      place: Words.coordinates(details.position), notes: details.notes ?? "")
  }
}
