import Rollcall

/// One foreign app on somebody's phone: what it brought, what it does not tell, and its settings.
struct DevicePage: Page {
  static let template = "Access/DevicePage"

  var shell: Shell
  var name: String
  var person: String
  var personHref: String
  /// The page of their devices.
  var back: String
  var notice: ActionNotice?
  var problems: ProblemList?
  /// What is known of it.
  var facts: [Fact]
  /// What was not taken of late, the newest first.
  var drops: [DropRow]
  var hasDrops: Bool
  /// What it does not tell.
  var missing: [TextLine]
  /// The page's own path, where the form leads.
  var path: String
  var label: FormField
  /// How often it is expected to report.
  var intervals: [FormField]
  /// In which unit it tells its speed; absent where its protocol says so.
  var unit: FormSelect?
  /// Whether it obeys our answers; absent where that is not up to its user.
  var commands: FormSelect?

  /// What a form says of a device.
  struct Typed: Sendable {
    var name: String
    /// Seconds between two reports on duty.
    var onDuty: String
    /// Seconds between two reports on a mission.
    var onMission: String
    /// The unit's word.
    var unit: String
    /// `yes` or `no`.
    var commands: String
  }

  /// The page of a device; `typed` is what its form shows.
  init(
    shell: Shell, slug: String, person: (id: Responder.ID, name: String), _ device: DeviceFacts,
    lastDrops: [(at: Timestamp, reason: String)], userAgent: String?, typed: Typed,
    problems: [FieldProblem] = [], notice: ActionNotice? = nil, clock: PageClock
  ) {
    self.shell = shell
    name = device.name
    self.person = person.name
    personHref = PagePath.person(slug, person.id)
    back = ConnectPage.path(slug, person.id)
    self.notice = notice
    self.problems = ProblemList(problems)
    facts = Self.facts(device, userAgent, clock)
    drops = lastDrops.map { DropRow(at: clock.time($0.at), why: Words.drop($0.reason)) }
    hasDrops = !lastDrops.isEmpty
    missing = device.app.missing.map { TextLine($0.words) }
    path = Self.path(slug, device.id)
    label = FormField("name", "Name", value: typed.name, isRequired: true, problems: problems)
    intervals = Self.intervals(typed, problems)
    let adapter = device.app.adapter
    unit = adapter == .osmand ? Self.unit(typed.unit, problems) : nil
    commands = adapter.steering == .whereAllowed ? Self.commands(typed.commands, problems) : nil
  }

  private static func facts(_ device: DeviceFacts, _ userAgent: String?, _ clock: PageClock) -> [Fact] {
    [
      Fact("App", device.app.name), Fact("Made", clock.minute(device.createdAt)),
      Fact("Last contact", clock.age(of: device.lastContact)),
      Fact("Says of itself", userAgent ?? Words.none),
      Fact("Positions", Words.grouped(device.positions)),
      Fact("Last position", clock.time(device.lastPosition)),
      Fact("Accuracy", Words.accuracy(device.accuracy)), Fact("Battery", Words.battery(device.battery)),
    ] + device.dropWords.map { Fact("Dropped", $0, level: "warning") }
  }

  private static func intervals(_ typed: Typed, _ problems: [FieldProblem]) -> [FormField] {
    [
      FormField(
        "on_duty", "Expected on duty every", value: typed.onDuty,
        hint: "What is set in the app itself stays as it is, unless our answers can set it.", unit: "s",
        kind: .number, isRequired: true, problems: problems),
      FormField(
        "on_mission", "On a mission every", value: typed.onMission, unit: "s", kind: .number,
        isRequired: true, problems: problems),
    ]
  }

  static func unit(_ chosen: String, _ problems: [FieldProblem]) -> FormSelect {
    FormSelect(
      "unit", "Its speed is in",
      choices: [
        Choice(value: "knots", label: "knots, as the protocol says", isSelected: chosen != "mps"),
        Choice(value: "mps", label: "metres per second, as the OsmAnd app does", isSelected: chosen == "mps"),
      ], problems: problems)
  }

  private static func commands(_ chosen: String, _ problems: [FieldProblem]) -> FormSelect {
    FormSelect(
      "commands", "Remote commands",
      choices: [
        Choice(value: "yes", label: "Allowed: duty sets the app's interval", isSelected: chosen == "yes"),
        Choice(value: "no", label: "Not allowed in the app", isSelected: chosen != "yes"),
      ], problems: problems)
  }

  static func path(_ slug: String, _ id: Int64) -> String { "/w/\(slug)/devices/\(id)" }
}

/// A record that was not taken.
struct DropRow: PagePart {
  /// When it came.
  var at: Moment
  /// Why not.
  var why: String
}
