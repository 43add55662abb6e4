import Rollcall

/// An event in the list.
public struct EventListRow: PageRow {
  /// Its template.
  public static let template = "Events/EventListRow"

  /// The row's name in the page, `e` and the event's id.
  public var key: String
  /// Its page.
  public var href: String
  /// What it is called.
  public var name: String
  /// Its name in URLs: phones send to it.
  public var slug: String
  /// Whether it goes on.
  public var state: StatePill
  /// When it begins.
  public var from: Moment
  /// When it ends.
  public var to: Moment
  /// How many take part.
  public var participants: String

  init(_ event: Event, participants: Int, slug workspace: String, clock: PageClock) {
    key = "e\(event.id.rawValue)"
    href = EventPage.path(workspace, event.slug)
    name = event.name
    slug = event.slug
    state = .event(event, at: clock.now)
    from = event.from.map { clock.minute($0) } ?? .none
    to = event.to.map { clock.minute($0) } ?? .none
    self.participants = Words.grouped(Int64(participants))
  }

  /// An example with every kind of content.
  public static let sample = EventListRow(
    EventPage.sampleEvent, participants: 1_204, slug: "city-rescue", clock: PageClock.sample)
}

/// The events of the workspace, the newest first.
public struct EventsPage: Page {
  /// Its template.
  public static let template = "Events/EventsPage"

  /// What surrounds it.
  public var shell: Shell
  /// Where the form of a new one leads; empty for those who may make none.
  public var path: String
  /// The events.
  public var rows: Rows<EventListRow>
  /// What is said instead of the table.
  public var empty: EmptyState?
  /// What is wrong with the form.
  public var problems: ProblemList?
  /// The name of a new one.
  public var name: FormField
  /// Its name in URLs.
  public var slug: FormField
  /// When it begins and ends.
  public var times: [FormField]

  /// The list of events.
  init(
    shell: Shell, slug workspace: String, rows: [EventListRow], mayManage: Bool,
    form: EventForm = EventForm(),
    problems: [FieldProblem] = []
  ) {
    self.shell = shell
    path = mayManage ? Shell.Section.events.path(workspace) : ""
    self.rows = Rows(rows)
    empty =
      rows.isEmpty
      ? EmptyState(
        title: "No events yet.",
        advice:
          "An event has participants; its page shows who has started, where they are, and what is missing.",
        command: "rollcall event add \(workspace) river-run --name \"River run\"") : nil
    self.problems = ProblemList(problems)
    name = FormField("name", "Name", value: form.name, isRequired: true, problems: problems)
    slug = FormField(
      "slug", "Short name", value: form.slug, hint: "In addresses: a–z, 0–9 and -. Phones send to it.",
      isRequired: true, problems: problems)
    let hint = "A day such as 2026-11-21, or an instant such as 2026-11-21T09:00+01:00."
    times = [
      FormField(
        "from", "Begins", value: form.from, hint: "\(hint) Empty: with the first activity.",
        problems: problems),
      FormField("to", "Ends", value: form.to, hint: "\(hint) Empty: it is open.", problems: problems),
    ]
  }

  static let wrong = EventsPage(
    shell: .example(.events), slug: "city-rescue", rows: [.sample], mayManage: true,
    form: EventForm([("slug", "River Run"), ("name", "River <run>")]),
    problems: [FieldProblem("slug", "1 to 40 of a–z, 0–9 and -, neither first nor last a -.")])

  /// An example with every kind of content.
  public static let sample: EventsPage = {
    var page = wrong
    page.empty = .sample
    return page
  }()

  static let examples = EventsPage(
    shell: .example(.events), slug: "city-rescue", rows: [.sample], mayManage: true)
  static let none = EventsPage(shell: .example(.events), slug: "city-rescue", rows: [], mayManage: false)
}
