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
    self.people = Words.Profiles.people(people)
    labels = DutyState.allCases.map { state in
      FormField(
        "label_\(state.rawValue)", Words.Profiles.label(of: state), value: form.labels[state.rawValue] ?? "",
        problems: problems)
    }
    queueLimit = FormField(
      "queue_limit", Words.Profiles.queueLimit, value: form.queueLimit, hint: Words.Profiles.queueLimitHint,
      unit: "reports", kind: .number, problems: problems)
    order = FormSelect(
      "order", Words.Profiles.sendingOrder,
      choices: Choice.list(
        Words.Profiles.orders, chosen: form.order, all: Words.Profiles.anyOrder), problems: problems)
    offers = IncidentKind.allCases.map { kind in
      TickBox(
        "offers", Words.Profiles.mayBeOffered(kind), value: kind.rawValue,
        isOn: form.offers.contains(kind.rawValue))
    }
    (count, canAdd) = (String(form.rules.count), form.rules.count < Profile.mostRules)
    self.json = FormText("json", Words.Profiles.document, value: json, problems: problems)
    isJSON = source == .json
    (self.preview, jsonPreview) = isJSON ? (nil, preview) : (preview, nil)
  }

  static func path(_ slug: String, _ name: String) -> String {
    "\(PagePath.settings(slug, "profiles"))/\(PercentEncoding.text(of: name))"
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
    func field(
      _ name: String, _ label: String, _ value: String, _ unit: String, kind: FormField.Kind = .number
    ) -> FormField {
      FormField(prefix + name, label, value: value, unit: unit, kind: kind, problems: problems)
    }
    func select(_ name: String, _ label: String, _ chosen: String, _ words: [(String, String)]) -> FormSelect
    {
      FormSelect(
        prefix + name, label, choices: Choice.list(words, chosen: chosen, all: "Any"), problems: problems)
    }
    title = Words.Profiles.rule(index, rule.name)
    conditions = isLast ? Words.Profiles.everythingElse : rule.conditionsInWords
    (self.index, canMoveUp) = (String(index), index > 0 && !isLast)
    name = FormField(prefix + "name", "Name", value: rule.name, isRequired: true, problems: problems)
    selects = [
      select("duty", "Duty", rule.duty, Words.Profiles.duties),
      select("app_state", "App", rule.appState, Words.Profiles.appStates),
      select("power_mode", "Power", rule.powerMode, Words.Profiles.powerModes),
    ]
    limits = [
      field("battery_below", Words.Profiles.batteryBelow, rule.batteryBelow, "%"),
      field("speed_above", Words.Profiles.fasterThan, rule.speedAbove, "km/h"),
      field("from", Words.Profiles.from, rule.from, "", kind: .time),
      field("until", Words.Profiles.until, rule.until, "", kind: .time),
    ]
    times = [
      field("interval_s", Words.Profiles.reportEvery, rule.interval, "s"),
      field("distance_m", Words.Profiles.andAfter, rule.distance, "m"),
      field("degraded_s", Words.Profiles.limitedAfter, rule.degraded, "s"),
      field("offline_s", Words.Profiles.offlineAfter, rule.offline, "s"),
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
    (self.hash, self.rows, asOf) = (hash, Rows(rows), clock.time(clock.now))
    sentence = Words.Profiles.changing(changing, status: changingStatus, of: people)
    more = changing > rows.count ? Words.Profiles.more(changing - rows.count) : ""
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
