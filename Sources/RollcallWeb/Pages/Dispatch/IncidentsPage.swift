import Rollcall

/// How many incidents are in a state, and the list of them.
struct IncidentCount: PagePart {
  /// The number.
  var count: String
  /// The state.
  var state: StatePill
  /// The list of those alone.
  var href: String
  /// Whether that is the list shown.
  var isCurrent: Bool
}

/// The incidents of the workspace, those that need somebody first.
struct IncidentsPage: Page {
  static let template = "Dispatch/IncidentsPage"
  static let fragmentTemplate: String? = "Dispatch/Incidents"

  var shell: Shell
  /// What needs somebody now.
  var notices: [ActionNotice]
  /// How many are in each state.
  var cards: [IncidentCount]
  var path: String
  /// Where a new one is opened.
  var new: String
  var drills: String
  /// States to choose from.
  var states: [Choice]
  /// The list without filter; empty when there is none.
  var clear: String
  var now: String
  var asOf: Moment
  var age: Moment
  /// The same list as JSON.
  var json: String
  /// The incidents of this page of the list.
  var rows: Rows<IncidentRow>
  var empty: EmptyState?
  var pager: Pager
  /// How quickly incidents found somebody; not in the part that is fetched again.
  var numbers: NumbersPart?

  /// The list of incidents.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - counts: how many are in each state, whatever the filter.
  ///   - rows: one page of those that match: running ones first, then the newest.
  ///   - matching: how many match in all.
  ///   - numbers: how quickly incidents found somebody.
  init(
    shell: Shell, slug: String, filter: IncidentFilter, counts: [Incident.State: Int], rows: [IncidentRow],
    matching: Int, numbers: NumbersPart? = nil, clock: PageClock
  ) {
    let path = Shell.Section.incidents.path(slug)
    self.shell = shell
    self.numbers = numbers
    self.path = path
    new = path + "/new"
    drills = Shell.Section.drills(slug)
    notices = Self.notices(unassigned: counts[.unassigned] ?? 0, path: path)
    cards = Incident.State.neediestFirst.map { state in
      IncidentCount(
        count: Words.grouped(Int64(counts[state] ?? 0)), state: .incident(state),
        href: Self.filter(state).query.link(path), isCurrent: filter.state == state)
    }
    states = Choice.list(
      Incident.State.neediestFirst.map { ($0.rawValue, StatePill.incident($0).word) },
      chosen: filter.state?.rawValue ?? "", all: "Any state")
    clear = filter.state == nil ? "" : path
    now = LocalTime.iso(clock.now)
    asOf = clock.time(clock.now)
    age = clock.age(of: clock.now)
    json = filter.with(\.page, 1).query.link(path + ".json")
    self.rows = Rows(rows)
    empty = rows.isEmpty ? Self.emptyState(filter, path: path) : nil
    pager = Pager(
      shown: rows.count, page: filter.page, size: IncidentFilter.pageSize, matching: matching
    ) { filter.with(\.page, $0).query.link(path) }
  }

  private static func filter(_ state: Incident.State) -> IncidentFilter {
    IncidentFilter([("state", state.rawValue)])
  }

  private static func notices(unassigned: Int, path: String) -> [ActionNotice] {
    guard unassigned > 0 else { return [] }
    let title =
      unassigned == 1
      ? "One incident has nobody" : "\(Words.grouped(Int64(unassigned))) incidents have nobody"
    return [
      ActionNotice(
        .danger, title, detail: "Nobody who was asked has accepted.",
        action: Link(label: "Show", href: filter(.unassigned).query.link(path)))
    ]
  }

  private static func emptyState(_ filter: IncidentFilter, path: String) -> EmptyState {
    if let state = filter.state {
      return EmptyState(
        title: "No incident is \(StatePill.incident(state).word.lowercased()).",
        advice: "Choose another state, or look at all of them.", action: Link(label: "Show all", href: path))
    }
    return EmptyState(
      title: "No incidents yet.",
      advice: "Open one when somebody is needed at a place: Rollcall ranks who can really be reached.",
      action: Link(label: "New incident", href: path + "/new"))
  }
}
