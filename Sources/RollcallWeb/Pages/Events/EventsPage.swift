import Rollcall

/// The time of which events are asked for: all of it is in the URL.
struct EventFilter: FieldValues {
  /// From when to when they went on; empty for all.
  var from = ""
  /// The end, exclusive: an instant or a local day.
  var to = ""

  static let fields: [Field<EventFilter>] = [
    .text("from", \.from).shown(.span(.from)), .text("to", \.to).shown(.span(.to)),
  ]

  /// From when to when; times without zone are the workspace's.
  func ends(in workspace: Workspace) -> AskedEnds {
    AskedEnds(from: from, to: to, Zone(workspace.timeZone))
  }
}

/// The events of the workspace, the newest first.
struct EventsPage: Page {
  static let template = "Events/EventsPage"

  var shell: Shell
  /// The target of the form of a new event; empty for readers who may not.
  var path: String
  /// The filter: its target, its controls, and the list without it, empty when there is none.
  var list: String
  var filters: [FilterPart]
  var clear: String
  /// What is wrong with the filter, a sentence; may be empty.
  var error: String
  /// The list for programs, with the same filter.
  var json: String
  var rows: Rows<EventListRow>
  var empty: EmptyState?
  var problems: ProblemList?
  var name, slug: FormField
  var times: [SpanField]

  /// - Parameter error: what is wrong with the filter, a sentence; then `rows` is empty.
  init(
    shell: Shell, slug workspace: String, filter: EventFilter = EventFilter(), error: String = "",
    rows: [EventListRow], mayManage: Bool, form: EventForm = EventForm(), problems: [FieldProblem] = [],
    clock: PageClock
  ) {
    (self.shell, self.error, list) = (shell, error, Shell.Section.events.path(workspace))
    path = mayManage ? list : ""
    filters = filter.controls(clock: clock)
    clear = filter.isNarrow ? list : ""
    json = filter.query.link(list + ".json")
    self.rows = Rows(rows)
    empty =
      rows.isEmpty ? Self.empty(isWrong: !error.utf8.isEmpty, clear: clear, mayManage: mayManage) : nil
    self.problems = ProblemList(problems)
    name = FormField("name", "Name", value: form.name, isRequired: true, problems: problems)
    slug = FormField(
      "slug", Words.Events.shortName, value: form.slug, hint: Words.Events.slugHint,
      isRequired: true, problems: problems)
    times = form.times(problems, clock: clock)
  }

  private static func empty(isWrong: Bool, clear: String, mayManage: Bool) -> EmptyState {
    if isWrong { return .wrongFilter }
    guard clear.utf8.isEmpty else {
      return EmptyState(
        title: Words.Events.noneOfTime, advice: Words.Events.otherTime,
        action: Link(label: Words.Lists.clearFilter, href: clear))
    }
    return EmptyState(
      title: Words.Events.noEventsYet,
      advice: mayManage ? "\(Words.Events.about) \(Words.Events.makeOne)" : Words.Events.about)
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
