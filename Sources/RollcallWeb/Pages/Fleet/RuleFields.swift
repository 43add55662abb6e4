import Rollcall

/// The fields of one rule.
struct RuleFields: PagePart {
  /// `Rule 1: on_mission`.
  var title: String
  /// What must hold, in words.
  var conditions: String
  /// Its place, from 0: what the buttons send.
  var index: String
  /// Whether it can change places with the one before.
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
    let field = {
      (name: String, label: String, value: String, unit: String, kind: FormField.Kind) in
      FormField(prefix + name, label, value: value, unit: unit, kind: kind, problems: problems)
    }
    title = "Rule \(index + 1)" + (rule.name.utf8.isEmpty ? "" : ": \(rule.name)")
    conditions = isLast ? "for everything else" : rule.conditionsInWords
    self.index = String(index)
    canMoveUp = index > 0 && !isLast
    name = FormField(prefix + "name", "Name", value: rule.name, isRequired: true, problems: problems)
    selects = [
      FormSelect(
        prefix + "duty", "Duty",
        choices: Choice.list(
          [("off_duty", "Off duty"), ("on_duty", "On duty"), ("on_mission", "On mission")], chosen: rule.duty,
          all: "Any"), problems: problems),
      FormSelect(
        prefix + "app_state", "App",
        choices: Choice.list(
          [("foreground", "In the foreground"), ("background", "In the background")], chosen: rule.appState,
          all: "Any"), problems: problems),
      FormSelect(
        prefix + "power_mode", "Power",
        choices: Choice.list(
          [("normal", "Normal"), ("low_power", "Low power")], chosen: rule.powerMode, all: "Any"),
        problems: problems),
    ]
    limits = [
      field("battery_below", "Battery below", rule.batteryBelow, "%", .number),
      field("speed_above", "Faster than", rule.speedAbove, "m/s", .number),
      field("from", "From (22:00)", rule.from, "", .text),
      field("until", "Until (06:00)", rule.until, "", .text),
    ]
    times = [
      field("interval_s", "Report every", rule.interval, "s", .number),
      field("distance_m", "And after", rule.distance, "m", .number),
      field("degraded_s", "Degraded after", rule.degraded, "s", .number),
      field("offline_s", "Offline after", rule.offline, "s", .number),
    ]
  }

  /// Every field's name and what it is called.
  var labels: [(name: String, label: String)] {
    ([name] + limits + times).map { ($0.name, $0.label) } + selects.map { ($0.name, $0.label) }
  }
}
