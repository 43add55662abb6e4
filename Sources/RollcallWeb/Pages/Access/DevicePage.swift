import Rollcall

/// One foreign app on somebody's phone: what it brought, what it does not tell, and its settings.
public struct DevicePage: Page {
  /// Its template.
  public static let template = "Access/DevicePage"

  /// What surrounds it.
  public var shell: Shell
  /// What the console calls it.
  public var name: String
  /// Whose it is.
  public var person: String
  /// Their page.
  public var personHref: String
  /// The page of their devices.
  public var back: String
  /// What happened.
  public var notice: ActionNotice?
  /// What is wrong with the form.
  public var problems: ProblemList?
  /// What is known of it.
  public var facts: [Fact]
  /// What was not taken of late, the newest first.
  public var drops: [DropRow]
  /// Whether there is one.
  public var hasDrops: Bool
  /// What it does not tell.
  public var missing: [TextLine]
  /// The page's own path, where the form leads.
  public var path: String
  /// What it is called.
  public var label: FormField
  /// How often it is expected to report.
  public var intervals: [FormField]
  /// In which unit it tells its speed; absent where its protocol says so.
  public var unit: FormSelect?
  /// Whether it obeys our answers; absent where that is not up to its user.
  public var commands: FormSelect?

  /// What a form says of a device.
  public struct Typed: Sendable {
    /// What it is called.
    public var name: String
    /// Seconds between two reports on duty.
    public var onDuty: String
    /// Seconds between two reports on a mission.
    public var onMission: String
    /// The unit's word.
    public var unit: String
    /// `yes` or `no`.
    public var commands: String
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
      Fact("Positions", Words.grouped(Int64(device.positions))),
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

  private static func unit(_ chosen: String, _ problems: [FieldProblem]) -> FormSelect {
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

  /// The page's path.
  public static func path(_ slug: String, _ id: Int64) -> String { "/w/\(slug)/devices/\(id)" }

  /// An example with every kind of content.
  public static let sample: DevicePage = {
    var page = example(.sample)
    page.unit = unit("mps", [FieldProblem("unit", "There is no such unit.")])
    return page
  }()

  private static func example(_ device: DeviceFacts) -> DevicePage {
    DevicePage(
      shell: .example(.responders, title: "OwnTracks"), slug: "city-rescue",
      person: (Responder.ID(17), "Mirela Novak"), device,
      lastDrops: [(PageClock.sampleNow.advanced(by: -40_000), "clock_error")],
      userAgent: "Owntracks-Android/gms/420600000",
      typed: Typed(name: "OwnTracks", onDuty: "60", onMission: "0", unit: "knots", commands: "yes"),
      problems: [FieldProblem("on_mission", "A whole number from 1 to 86,400.")],
      notice: ActionNotice(.calm, "The settings are saved."), clock: PageClock.sample)
  }
}

/// A record that was not taken.
public struct DropRow: PagePart {
  /// When it came.
  public var at: Moment
  /// Why not.
  public var why: String

  /// An example with every kind of content.
  public static let sample = DropRow(at: .sample, why: "clock error")
}
