import Rollcall

/// Opening an incident: the form, and who could be asked to take it.
struct NewIncidentPage: Page {
  static let template = "Dispatch/NewIncidentPage"
  /// The part that follows what is filled in.
  static let fragmentTemplate: String? = "Dispatch/Ranking"
  /// The form's id in the page, to which the buttons of the ranking belong.
  static let form = "incident"

  var shell: Shell
  /// The map on which the place can be picked.
  var map: PlaceMap
  var list: String
  /// Where the form opens the incident.
  var open: String
  /// Where the form ranks candidates, changing nothing.
  var rank: String
  /// Sent once: a second sending of the same form opens nothing.
  var once: String
  var notice: ActionNotice?
  var problems: ProblemList?
  /// `incident` or `order`.
  var kind: FormSelect
  var title: FormField
  /// How grave.
  var severity: FormSelect
  /// Where, as coordinates.
  var place: FormField
  /// Where, as an outlet; absent when the workspace has none.
  var outlet: FormSelect?
  /// Where, as a responder's position.
  var near: FormSelect
  /// The region.
  var region: FormSelect
  /// What the responder should know.
  var notes: FormText
  var within: FormField
  /// Whether the first thing to do is to open it and ask down the ranking, rather than to choose by hand.
  var isByRanking: Bool
  /// The place as it was understood: `46.05110, 14.50510 · Harbour kiosk`; empty until it was.
  var understood: String
  /// The ranking; absent until it was asked for.
  var candidates: CandidateList?
  /// What to do for a ranking while there is none: fill in the place, or put it right.
  var advice: String

  /// The form.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - form: what was filled in.
  ///   - once: a random text, new with each empty form, kept while the same form is shown again.
  ///   - outlets: id and name of every outlet; none hides the choice.
  ///   - responders: id and name of those whose position is known.
  ///   - regions: the regions' names.
  ///   - settings: the workspace's times to answer.
  ///   - within: the time to answer, seconds, as typed.
  ///   - problems: what is wrong, by the names of `IncidentForm`; an empty name means the whole.
  ///   - notice: what happened instead of what was asked for, e.g. that the candidate is no longer free.
  ///   - understood: the place as it was understood; may be empty.
  ///   - candidates: the ranking for this place.
  ///   - map: what a map is made of.
  init(
    shell: Shell, slug: String, form: IncidentForm = IncidentForm(), once: String,
    outlets: [(id: Int64, name: String)] = [], responders: [(id: Int64, name: String)], regions: [String],
    settings: DispatchSettings = .standard, within: String = "", problems: [FieldProblem] = [],
    notice: ActionNotice? = nil, understood: String = "",
    candidates: CandidateList? = nil, map: PlaceMap = PlaceMap()
  ) {
    let path = Shell.Section.incidents.path(slug)
    self.shell = shell
    list = path
    open = path
    rank = path + "/new"
    self.once = once
    self.notice = notice
    self.problems = ProblemList(problems)
    self.understood = understood
    self.map = map.showing(rank + "/map.json")
    let wrong = problems.of("place").utf8.isEmpty || form.place.utf8.isEmpty ? "" : problems.of("place")
    advice =
      wrong.utf8.isEmpty
      ? "Fill in the place: those who can be asked are shown here. Nothing is sent and nothing is opened until you ask."
      : wrong
    self.candidates = candidates?.inForm(Self.form, isOpen: true)
    self.within = .within(within, settings: settings, problems: problems)
    isByRanking = form.kind != Incident.Kind.order.rawValue
    kind = FormSelect(
      "kind", "Kind", choices: Incident.Kind.allCases.map { Self.choice($0.rawValue, $0.label, form.kind) },
      problems: problems)
    title = FormField(
      "title", "Title", value: form.title, hint: "What the responder reads first.", isRequired: true,
      problems: problems)
    severity = FormSelect(
      "severity", "Severity",
      choices: Incident.Severity.allCases.map {
        Self.choice($0.rawValue, StatePill.severity($0).word, form.severity)
      },
      problems: problems)
    place = FormField(
      "place", "Coordinates", value: form.place,
      hint: "46.05, 14.50 or geo:46.05,14.50: as a map or a colleague gives them.", problems: problems)
    outlet =
      outlets.isEmpty
      ? nil : FormSelect("outlet", "Outlet", choices: Self.named(outlets, form.outlet), problems: problems)
    near = FormSelect(
      "near", "Where a responder is", choices: Self.named(responders, form.near), problems: problems)
    region = FormSelect(
      "region", "Region",
      choices: Choice.list(regions.map { ($0, $0) }, chosen: form.region, all: "By the map"),
      problems: problems)
    notes = FormText(
      "notes", "Notes", value: form.notes, hint: "The responder reads them too.", problems: problems)
  }

  private static func choice(_ value: String, _ label: String, _ chosen: String) -> Choice {
    Choice(value: value, label: label, isSelected: value == chosen)
  }

  private static func named(_ choices: [(id: Int64, name: String)], _ chosen: String) -> [Choice] {
    Choice.list(choices.map { (String($0.id), $0.name) }, chosen: chosen, all: "—")
  }
}
