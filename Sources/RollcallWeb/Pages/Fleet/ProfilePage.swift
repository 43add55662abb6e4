import Rollcall

/// One profile: its rules as a form, as JSON, and what a change would do.
struct ProfilePage: Page {
  static let template = "Fleet/ProfilePage"

  var shell: Shell
  /// The list of profiles.
  var list: String
  /// Where the forms lead.
  var path: String
  var name: String
  /// `41 people report by it.`
  var people: String
  var notice: ActionNotice?
  var problems: ProblemList?
  /// Words for duty states.
  var labels: [FormField]
  /// How many pings a phone keeps.
  var queueLimit: FormField
  /// In which order a phone sends.
  var order: FormSelect
  /// The kinds of incident that its people may be offered.
  var offers: [TickBox]
  /// The rules.
  var rules: [RuleFields]
  /// How many rules there are: the form sends it back.
  var count: String
  /// Whether one more rule fits.
  var canAdd: Bool
  /// What saving the form would do; absent until it was asked for.
  var preview: ProfilePreview?
  /// The document as JSON.
  var json: FormText
  /// Whether the JSON was sent.
  var isJSON: Bool
  /// What saving the JSON would do; absent until it was asked for.
  var jsonPreview: ProfilePreview?

  /// Which of the two forms was previewed.
  enum Source: Sendable { case fields, json }

  /// The form of a profile.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - people: how many report by it.
  ///   - form: what is stored, or what was typed.
  ///   - json: the document as text, or what was typed.
  ///   - source: which form was sent; the problems and the preview belong to it.
  ///   - preview: what saving would do; ignored while something is wrong.
  ///   - problems: what is wrong, as `ProfileForm.read` tells it; `json` for the JSON text.
  ///   - notice: what happened, e.g. that it was saved.
  init(
    shell: Shell, slug: String, name: String, people: Int, form: ProfileForm, json: String,
    source: Source = .fields, preview: ProfilePreview? = nil, problems: [FieldProblem] = [],
    notice: ActionNotice? = nil
  ) {
    let preview = problems.isEmpty ? preview : nil
    self.shell = shell
    list = PagePath.settings(slug, "profiles")
    path = Self.path(slug, name)
    self.name = name
    self.people =
      people == 1 ? "1 person reports by it." : "\(Words.grouped(Int64(people))) people report by it."
    self.notice = notice
    labels = DutyState.allCases.map { state in
      FormField(
        "label_\(state.rawValue)", Self.labelWord(state), value: form.labels[state.rawValue] ?? "",
        problems: problems)
    }
    queueLimit = FormField(
      "queue_limit", "A phone keeps at most", value: form.queueLimit, hint: "Empty: all of them.",
      unit: "reports",
      kind: .number, problems: problems)
    order = FormSelect(
      "order", "A phone sends its queue",
      choices: Choice.list(
        [("fifo", "oldest first"), ("newest_first", "newest first")], chosen: form.order, all: "as it chooses"
      ),
      problems: problems)
    offers = IncidentKind.allCases.map { kind in
      TickBox(
        "offers", "May be offered \(kind.plural)", value: kind.rawValue,
        isOn: form.offers.contains(kind.rawValue))
    }
    rules = form.rules.enumerated().map { index, rule in
      RuleFields(rule, index: index, isLast: index == form.rules.count - 1, problems: problems)
    }
    let fields = rules.flatMap { rule in rule.labels.map { (rule.title, $0.name, $0.label) } }
    self.problems = ProblemList(problems) { name in
      fields.first { $0.1 == name }.map { "\($0.0), \($0.2)" }
    }
    count = String(form.rules.count)
    canAdd = form.rules.count < ProfileForm.ruleLimit
    self.preview = source == .fields ? preview : nil
    self.json = FormText("json", "The document", value: json, problems: problems)
    isJSON = source == .json
    jsonPreview = source == .json ? preview : nil
  }

  /// The address of a profile.
  static func path(_ slug: String, _ name: String) -> String {
    "\(PagePath.settings(slug, "profiles"))/\(PercentEncoding.text(of: name))"
  }

  private static func labelWord(_ state: DutyState) -> String {
    switch state {
    case .offDuty: "“Off duty” is called"
    case .onDuty: "“On duty” is called"
    case .onMission: "“On mission” is called"
    }
  }
}
