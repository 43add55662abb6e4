import Rollcall

/// One profile: its rules as a form, as JSON, and the effects of a change.
struct ProfilePage: Page {
  static let template = "Fleet/ProfilePage"

  var head: FormHead
  /// The list of profiles.
  var list: String
  var name: String
  /// `41 people report by it.`
  var people: String
  /// Words for duty states.
  var labels: [FormField]
  /// The number of pings that a phone keeps, and the order of sending.
  var queueLimit: FormField
  var order: FormSelect
  /// The kinds of incident that its people may be offered.
  var offers: [TickBox]
  var rules: [RuleFields]
  /// How many rules there are: the form sends it back.
  var count: String
  /// Whether another rule fits.
  var canAdd: Bool
  /// The effects of saving the form; absent until requested.
  var preview: ProfilePreview?
  /// The document as JSON.
  var json: FormText
  /// Whether the JSON was sent.
  var isJSON: Bool
  /// The effects of saving the JSON; absent until requested.
  var jsonPreview: ProfilePreview?

  /// Which of the two forms was previewed.
  enum Source: Sendable { case fields, json }

  /// The form of a profile.
  ///
  /// - Parameters:
  ///   - people: how many report by it.
  ///   - form: the stored or the typed values; as `json`, the document as text.
  ///   - source: the form that was sent; the problems and the preview belong to it.
  ///   - preview: the effects of saving; ignored while something is wrong.
  ///   - problems: the problems from `ProfileForm.read`; `json` for the JSON text.
  init(
    shell: Shell, slug: String, name: String, people: Int, form: ProfileForm, json: String,
    source: Source = .fields, preview: ProfilePreview? = nil, problems: [FieldProblem] = [],
    notice: ActionNotice? = nil
  ) {
    let preview = problems.isEmpty ? preview : nil
    let rules = form.rules.enumerated().map { index, rule in
      RuleFields(rule, index: index, isLast: index == form.rules.count - 1, problems: problems)
    }
    let places = rules.flatMap { rule in rule.labels.map { ($0.name, "\(rule.title), \($0.label)") } }
    head = FormHead(shell, slug: slug, path: Self.path(slug, name), problems: problems, notice: notice) {
      field in places.first { $0.0 == field }?.1
    }
    (list, self.name, self.rules) = (PagePath.settings(slug, "profiles"), name, rules)
    self.people = people == 1 ? "1 person reports by it." : "\(Words.grouped(people)) people report by it."
    labels = DutyState.allCases.map { state in
      FormField(
        "label_\(state.rawValue)", Self.labelWord(state), value: form.labels[state.rawValue] ?? "",
        problems: problems)
    }
    queueLimit = FormField(
      "queue_limit", "A phone keeps at most", value: form.queueLimit, hint: "Empty: all of them.",
      unit: "reports", kind: .number, problems: problems)
    order = FormSelect(
      "order", "A phone sends its queue",
      choices: Choice.list(
        [("fifo", "oldest first"), ("newest_first", "newest first")], chosen: form.order, all: "as it chooses"
      ), problems: problems)
    offers = IncidentKind.allCases.map { kind in
      TickBox(
        "offers", "May be offered \(kind.plural)", value: kind.rawValue,
        isOn: form.offers.contains(kind.rawValue))
    }
    (count, canAdd) = (String(form.rules.count), form.rules.count < ProfileForm.ruleLimit)
    self.json = FormText("json", "The document", value: json, problems: problems)
    isJSON = source == .json
    (self.preview, jsonPreview) = isJSON ? (nil, preview) : (preview, nil)
  }

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

/// The fields of one rule.
struct RuleFields: PagePart {
  /// `Rule 1: on_mission`.
  var title: String
  /// The conditions, in words.
  var conditions: String
  /// Its place, from 0, for the buttons.
  var index: String
  /// Whether it can be moved up.
  var canMoveUp: Bool
  var name: FormField
  /// The choices of its conditions.
  var selects: [FormSelect]
  /// The numbers and times of its conditions.
  var limits: [FormField]
  /// How often, and when degraded and offline.
  var times: [FormField]

  /// The fields of `rule`, the `index`th from 0.
  init(_ rule: RuleForm, index: Int, isLast: Bool, problems: [FieldProblem]) {
    let prefix = "r\(index)_"
    func field(_ name: String, _ label: String, _ value: String, _ unit: String, isNumber: Bool = true)
      -> FormField
    {
      FormField(
        prefix + name, label, value: value, unit: unit, kind: isNumber ? .number : .text, problems: problems)
    }
    func select(_ name: String, _ label: String, _ chosen: String, _ words: [(String, String)]) -> FormSelect
    {
      FormSelect(
        prefix + name, label, choices: Choice.list(words, chosen: chosen, all: "Any"), problems: problems)
    }
    title = "Rule \(index + 1)" + (rule.name.utf8.isEmpty ? "" : ": \(rule.name)")
    conditions = isLast ? "for everything else" : rule.conditionsInWords
    (self.index, canMoveUp) = (String(index), index > 0 && !isLast)
    name = FormField(prefix + "name", "Name", value: rule.name, isRequired: true, problems: problems)
    selects = [
      select(
        "duty", "Duty", rule.duty,
        [("off_duty", "Off duty"), ("on_duty", "On duty"), ("on_mission", "On mission")]),
      select(
        "app_state", "App", rule.appState,
        [("foreground", "In the foreground"), ("background", "In the background")]),
      select("power_mode", "Power", rule.powerMode, [("normal", "Normal"), ("low_power", "Low power")]),
    ]
    limits = [
      field("battery_below", "Battery below", rule.batteryBelow, "%"),
      field("speed_above", "Faster than", rule.speedAbove, "m/s"),
      field("from", "From (22:00)", rule.from, "", isNumber: false),
      field("until", "Until (06:00)", rule.until, "", isNumber: false),
    ]
    times = [
      field("interval_s", "Report every", rule.interval, "s"),
      field("distance_m", "And after", rule.distance, "m"),
      field("degraded_s", "Limited after", rule.degraded, "s"),
      field("offline_s", "Offline after", rule.offline, "s"),
    ]
  }

  /// Every field's name and label.
  var labels: [(name: String, label: String)] {
    ([name] + limits + times).map { ($0.name, $0.label) } + selects.map { ($0.name, $0.label) }
  }
}

/// The effects of saving a profile now.
struct ProfilePreview: PagePart {
  /// The hash of the previewed document, which saving sends back.
  var hash: String
  /// `3 of 41 people change rule or thresholds, 1 of them status.`
  var sentence: String
  /// The instant for which it holds.
  var asOf: Moment
  /// The changes.
  var rows: Rows<ProfileChangeRow>
  /// `… and 120 more.`; empty when all are listed.
  var more: String

  /// - Parameters:
  ///   - hash: `ProfileForm.hash`, or a hash of the JSON text.
  ///   - rows: the first changes, those of status on top.
  ///   - people: how many report by this profile.
  init(
    hash: String, rows: [ProfileChangeRow], changing: Int, changingStatus: Int, people: Int, clock: PageClock
  ) {
    let all = Words.count(people, "person", "people")
    (self.hash, self.rows, asOf) = (hash, Rows(rows), clock.time(clock.now))
    sentence =
      changing == 0
      ? "Nobody of \(all) would change rule, thresholds or status now."
      : "\(Words.grouped(changing)) of \(all) would change rule or thresholds now, "
        + "\(Words.grouped(changingStatus)) of them their status."
    more = changing > rows.count ? "… and \(Words.grouped(changing - rows.count)) more." : ""
  }
}

/// A person for whom a changed profile would change something now.
struct ProfileChangeRow: PageRow {
  static let template = "Fleet/ProfileChangeRow"

  /// The state for a person: a rule's name, its thresholds (`nil` = not timed), and the status.
  struct Side: Sendable {
    var rule: String
    var thresholds: Thresholds?
    var status: StatusPill
  }

  var key, name, href: String
  /// The rule and the thresholds, now and then; empty then when they stay.
  var ruleNow, ruleThen, thresholdsNow, thresholdsThen: String
  /// The status now, and then; absent when it stays.
  var statusNow: StatusPill
  var statusThen: StatusPill?
}

extension ProfileChangeRow {
  init(responder: Int64, name: String, href: String, now: Side, then: Side) {
    self.init(
      key: "c\(responder)", name: name, href: href, ruleNow: now.rule,
      ruleThen: now.rule == then.rule ? "" : then.rule, thresholdsNow: RuleWords.thresholds(now.thresholds),
      thresholdsThen: now.thresholds == then.thresholds ? "" : RuleWords.thresholds(then.thresholds),
      statusNow: now.status, statusThen: now.status == then.status ? nil : then.status)
  }
}
