import Rollcall

/// The form of a new incident, as typed.
struct IncidentForm: FieldValues {
  /// `incident` or `order`.
  var kind = "incident"
  var title = ""
  /// `low`, `normal`, `high` or `critical`.
  var severity = "normal"
  /// The field *Where*.
  var typed = TypedPlace()
  /// Of links: coordinates or a `geo:` address; wins over `outlet` and `near`.
  var place = ""
  /// Of links: an outlet's id; wins over `near`.
  var outlet = ""
  /// Of links: the id of a responder whose position is the place.
  var near = ""
  /// A region's name; empty for none.
  var region = ""
  var notes = ""
  /// Who called, and their number; both may be empty.
  var caller = "", callerNumber = ""
  var needs = NeedsInput()

  static let fields: [Field<IncidentForm>] =
    [
      .text("kind", \.kind), .text("title", \.title), .text("severity", \.severity),
      .text("where", \.typed.text), .text("at", \.typed.at), .text("asked", \.typed.asked),
      .text("place", \.place),
      .text("outlet", \.outlet), .text("near", \.near), .text("region", \.region), .text("notes", \.notes),
      .text("caller", \.caller), .text("caller_number", \.callerNumber),
    ]
    + (0..<Needs.lineLimit).flatMap { index in
      [
        Field.text(NeedsInput.people(index), \.needs.lines[index].people),
        Field.text(NeedsInput.skills(index), \.needs.lines[index].skills),
      ]
    }

  /// The form as checked by the domain.
  ///
  /// - Parameter chosen: the position of the place; `nil` = there is none.
  func judged(chosen: Position?) -> NewIncident.Form {
    NewIncident.Form(
      kind: kind, title: title, severity: severity, place: chosen.map { .position($0) } ?? .text(""),
      notes: notesWithCaller, region: region, needs: needs.asked)
  }

  /// The notes, with a last line about who called.
  private var notesWithCaller: String {
    let known = [caller, callerNumber].filter { !$0.utf8.allSatisfy { $0 == UInt8(ascii: " ") } }
    guard !known.isEmpty else { return notes }
    let line = Words.NewIncident.caller(known.joined(separator: ", "))
    return notes.utf8.isEmpty ? line : "\(notes)\n\(line)"
  }
}

extension FieldProblem {
  init(_ problem: NewIncident.Problem) { self.init(problem.field.rawValue, problem.words + ".") }
}

/// Opens an incident: the form, and the people who could be asked.
struct NewIncidentPage: Page {
  static let template = "Dispatch/NewIncidentPage"
  /// The part that is updated while the form is filled in.
  static let fragmentTemplate: String? = "Dispatch/Ranking"
  /// The form's id in the page, to which the buttons of the ranking belong.
  static let form = "incident"

  /// The form and its choices.
  struct Input {
    var form = IncidentForm()
    /// A random token, new with each empty form, kept while the same form is shown again.
    var once: String
    /// The time to answer, seconds, as typed.
    var within = ""
    /// The places that the typed text may mean, when it means several.
    var choices: [WhereHit] = []
    var regions: [String] = []
    var templates: [IncidentTemplate] = []
    var settings = DispatchSettings.standard
    /// By the names of `IncidentForm`; an empty name means the whole form.
    var problems: [FieldProblem] = []
    /// The outcome, if the request was not carried out.
    var notice: ActionNotice?
    var understood = ""
    var candidates: CandidateList?
    var map = MapAddresses()
  }

  var shell: Shell
  /// The map for picking the place, and the source of its content.
  var map: MapAddresses
  var mapData: String
  var list: String
  /// The form's targets: opens the incident, or only ranks candidates.
  var open, rank: String
  /// The form's token: sending the same form again opens nothing.
  var once: String
  var notice: ActionNotice?
  var problems: ProblemList?
  /// What fills in the form.
  var templates: [TemplateChoice]
  var kind, severity: FormSelect
  var title: FormField
  var place: WhereField
  var region: FormSelect
  var needs: NeedsFields
  var notes: FormText
  /// Who called, and their number.
  var caller: [FormField]
  var within: FormField
  /// Whether the first button opens it and asks down the ranking, rather than by hand.
  var isByRanking: Bool
  /// The place as read: `46.05110, 14.50510 · Harbour kiosk`; empty when not read yet.
  var understood: String
  var candidates: CandidateList?
  /// How to get a ranking while there is none: fill in the place, or correct it.
  var advice: String

  init(_ input: Input, shell: Shell, slug: String) {
    let path = Shell.Section.incidents.path(slug)
    let (form, wrong) = (input.form, input.problems)
    (self.shell, list, open, rank) = (shell, path, path, path + "/new")
    (map, mapData) = (input.map, PagePath.pickingMap(slug))
    (once, notice, problems) = (input.once, input.notice, ProblemList(wrong))
    understood = input.understood
    let isOpen = form.typed.text.utf8.isEmpty || wrong.of("where").utf8.isEmpty
    advice = isOpen ? Words.NewIncident.fillPlace : wrong.of("where")
    templates = input.templates.map { TemplateChoice($0, action: "\(path)/new") }
    candidates = input.candidates?.inForm(Self.form, isOpen: true)
    within = .within(input.within, settings: input.settings, problems: wrong)
    isByRanking = form.kind != Incident.Kind.order.rawValue
    kind = FormSelect(
      "kind", "Kind", choices: Incident.Kind.allCases.map { Self.choice($0.rawValue, $0.label, form.kind) },
      problems: wrong)
    title = FormField(
      "title", "Title", value: form.title, hint: Words.NewIncident.titleHint, isRequired: true,
      problems: wrong)
    severity = FormSelect(
      "severity", "Severity",
      choices: Incident.Severity.allCases.map {
        Self.choice($0.rawValue, StatePill.severity($0).word, form.severity)
      }, problems: wrong)
    place = WhereField(form.typed, choices: input.choices, slug: slug, problems: wrong)
    region = FormSelect(
      "region", "Region",
      choices: Choice.list(input.regions.map { ($0, $0) }, chosen: form.region, all: Words.NewIncident.byMap),
      problems: wrong)
    needs = NeedsFields(form.needs, problems: wrong)
    notes = FormText(
      "notes", "Notes", value: form.notes, hint: Words.NewIncident.notesHint, problems: wrong)
    caller = [
      FormField(
        "caller", Words.NewIncident.callerName, value: form.caller, hint: Words.NewIncident.callerHint,
        problems: wrong),
      FormField(
        "caller_number", Words.NewIncident.callerNumber, value: form.callerNumber, kind: .phone,
        problems: wrong),
    ]
  }

  private static func choice(_ value: String, _ label: String, _ chosen: String) -> Choice {
    Choice(value: value, label: label, isSelected: value == chosen)
  }
}
