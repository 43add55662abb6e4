import Rollcall

/// The events of the workspace, the newest first.
struct EventsPage: Page {
  static let template = "Events/EventsPage"

  var shell: Shell
  /// The target of the form of a new event; empty for readers who may not.
  var path: String
  var rows: Rows<EventListRow>
  var empty: EmptyState?
  var problems: ProblemList?
  var name, slug: FormField
  var times: [SpanField]

  init(
    shell: Shell, slug workspace: String, rows: [EventListRow], mayManage: Bool,
    form: EventForm = EventForm(), problems: [FieldProblem] = [], clock: PageClock
  ) {
    self.shell = shell
    path = mayManage ? Shell.Section.events.path(workspace) : ""
    self.rows = Rows(rows)
    empty =
      rows.isEmpty
      ? EmptyState(
        title: Words.Events.noEventsYet,
        advice: mayManage ? "\(Words.Events.about) \(Words.Events.makeOne)" : Words.Events.about) : nil
    self.problems = ProblemList(problems)
    name = FormField("name", "Name", value: form.name, isRequired: true, problems: problems)
    slug = FormField(
      "slug", Words.Events.shortName, value: form.slug, hint: Words.Events.slugHint,
      isRequired: true, problems: problems)
    times = form.times(problems, clock: clock)
  }
}

/// An event in the list.
struct EventListRow: PageRow {
  static let template = "Events/EventListRow"

  var key, href, name: String
  /// Its name in URLs: phones send to it.
  var slug: String
  var state: StatePill
  var from, to: Moment
  var participants: String
}

extension EventListRow {
  init(_ event: Event, participants: Int, slug workspace: String, clock: PageClock) {
    self.init(
      key: "e\(event.id.rawValue)", href: EventPage.path(workspace, event.slug), name: event.name,
      slug: event.slug, state: .event(event, at: clock.now),
      from: event.from.map { clock.minute($0) } ?? .none,
      to: event.to.map { clock.minute($0) } ?? .none, participants: Words.grouped(participants))
  }
}
