import Rollcall

/// The form of one rule of a profile, as typed.
struct RuleForm: Equatable, Sendable {
  /// A name, and a duty state's word, `foreground` or `background`, `normal` or `low_power`; empty for any.
  var name = "", duty = "", appState = "", powerMode = ""
  /// Percent, and kilometres per hour; empty for any.
  var batteryBelow = "", speedAbove = ""
  /// Times of day; empty for any.
  var from = "", until = ""
  /// Seconds and metres; empty for not timed and for none.
  var interval = "", distance = ""
  /// Seconds; empty for 1.5 and 3 intervals.
  var degraded = "", offline = ""

  /// The fields of a rule by their names, in the order of the form; a field is called `r0_name`, `r1_name`, ….
  static let fields: [(name: String, path: any WritableKeyPath<RuleForm, String> & Sendable)] = [
    ("name", \.name), ("duty", \.duty), ("battery_below", \.batteryBelow), ("speed_above", \.speedAbove),
    ("app_state", \.appState), ("power_mode", \.powerMode), ("from", \.from), ("until", \.until),
    ("interval_s", \.interval), ("distance_m", \.distance), ("degraded_s", \.degraded),
    ("offline_s", \.offline),
  ]
}

/// The form of a profile, as typed.
struct ProfileForm: Equatable, Sendable {
  /// Words for duty states, by the state's word; empty for the usual ones.
  var labels: [String: String] = [:]
  /// How many pings a phone keeps; empty for all.
  var queueLimit = ""
  /// `fifo` or `newest_first`; empty for the phone's choice.
  var order = ""
  /// The kinds of incident that its people may be offered, by the kind's word.
  var offers: [String] = []
  /// The rules; the first whose conditions all hold applies.
  var rules: [RuleForm] = []

  /// The form of a stored profile.
  init(_ profile: Profile) {
    labels = profile.labels
    queueLimit = profile.queueLimit.map(String.init) ?? ""
    order = profile.order?.rawValue ?? ""
    offers = IncidentKind.allCases.filter(profile.offeredKinds.contains).map(\.rawValue)
    rules = profile.rules.map(RuleForm.init)
  }

  /// Reads the fields: `label_on_duty`, …, `queue_limit`, `order`, `offers` for each kind, `rules` (how
  /// many), `r0_name`, `r0_duty`, …. Then carries out the button: `do=add` adds a rule before the last,
  /// `remove=2` removes one, `up=2` moves one before its predecessor.
  init(_ pairs: [(name: String, value: String)]) {
    let values = Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
    for state in DutyState.allCases {
      if let label = values["label_\(state.rawValue)"], !label.utf8.isEmpty { labels[state.rawValue] = label }
    }
    queueLimit = values["queue_limit"] ?? ""
    order = values["order"] ?? ""
    offers = pairs.filter { $0.name == "offers" }.map(\.value)
    let count = max(0, min(Int(values["rules"] ?? "") ?? 0, Profile.mostRules))
    rules = (0..<count).map { index in
      var rule = RuleForm()
      for field in RuleForm.fields { rule[keyPath: field.path] = values["r\(index)_\(field.name)"] ?? "" }
      return rule
    }
    if values["do"] == "add", rules.count < Profile.mostRules {
      rules.insert(RuleForm(), at: max(0, rules.count - 1))
    }
    if let index = Int(values["remove"] ?? ""), rules.indices.contains(index) { rules.remove(at: index) }
    if let index = Int(values["up"] ?? ""), index > 0, rules.indices.contains(index) {
      rules.swapAt(index, index - 1)
    }
  }

  /// Whether the button changed the rules instead of asking for a preview.
  static func isRearranging(_ pairs: [(name: String, value: String)]) -> Bool {
    pairs.contains { $0.name == "remove" || $0.name == "up" || ($0.name == "do" && $0.value == "add") }
  }
}

extension RuleForm {
  /// The form of a stored rule.
  init(_ rule: ProfileRule) {
    name = rule.name
    duty = rule.when?.duty ?? ""
    batteryBelow = rule.when?.batteryBelow.map { Words.number($0 * 100) } ?? ""
    speedAbove = rule.when?.speedAbove.map { Words.number($0 * 3.6) } ?? ""
    appState = rule.when?.appState ?? ""
    powerMode = rule.when?.powerMode ?? ""
    if let between = rule.when?.between, between.count == 2 { (from, until) = (between[0], between[1]) }
    interval = rule.interval.map(Words.number) ?? ""
    distance = rule.distance.map(Words.number) ?? ""
    degraded = rule.degraded.map(Words.number) ?? ""
    offline = rule.offline.map(Words.number) ?? ""
  }
}
