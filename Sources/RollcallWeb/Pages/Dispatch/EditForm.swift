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
  var place: WhereField
  /// The map for picking the place, and the source of its content.
  var map: MapAddresses
  var mapData: String
  var notes: FormText

  /// The form as typed.
  struct Typed {
    var edition = ""
    var title = "", severity = "", notes = ""
    var place = TypedPlace()
    /// The places that the typed text may mean, when it means several.
    var choices: [WhereHit] = []
  }

  /// - Parameters:
  ///   - typed: a refused form; `nil` = the incident as it is.
  ///   - path: the incident's page.
  init(
    _ file: IncidentFile, typed: Typed?, map: MapAddresses, path: String, slug: String,
    problems: [FieldProblem]
  ) {
    let form = typed ?? Typed(file)
    (action, edition, isOpen) = (path + "/edit", form.edition, typed != nil)
    (self.map, mapData) = (map, PagePath.pickingMap(slug))
    title = FormField("title", "Title", value: form.title, isRequired: true, problems: problems)
    severity = FormSelect(
      "severity", "Severity",
      choices: Incident.Severity.allCases.map {
        Choice(
          value: $0.rawValue, label: StatePill.severity($0).word, isSelected: $0.rawValue == form.severity)
      }, problems: problems)
    place = WhereField(form.place, choices: form.choices, slug: slug, problems: problems)
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
      notes: details.notes ?? "", place: TypedPlace(details.position, name: file.summary.place))
  }
}

extension TypedPlace {
  /// A known place, with its name; empty = none.
  init(_ position: Position, name: String) {
    let text = name.utf8.isEmpty ? Words.coordinates(position) : name
    self.init(text: text, at: ChosenPlace.position(position, name: name).text, asked: text)
  }
}
