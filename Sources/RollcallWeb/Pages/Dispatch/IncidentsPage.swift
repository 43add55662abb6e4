public import Rollcall

/// How many incidents are in a state, and the list of them.
public struct IncidentCount: PagePart {
  /// The number.
  public var count: String
  /// The state.
  public var state: StatePill
  /// The list of those alone.
  public var href: String
  /// Whether that is the list shown.
  public var isCurrent: Bool

  /// An example with every kind of content.
  public static let sample = IncidentCount(
    count: "2", state: .sample, href: "?state=offering", isCurrent: true)
}

/// The incidents of the workspace, those that need somebody first.
public struct IncidentsPage: Page {
  /// Its template.
  public static let template = "Dispatch/IncidentsPage"
  /// What an open page fetches again.
  public static let fragmentTemplate: String? = "Dispatch/Incidents"

  /// What surrounds it.
  public var shell: Shell
  /// What needs somebody now.
  public var notices: [ActionNotice]
  /// How many are in each state.
  public var cards: [IncidentCount]
  /// Where the filter's form leads.
  public var path: String
  /// Where a new one is opened.
  public var new: String
  /// The list of drills.
  public var drills: String
  /// States to choose from.
  public var states: [Choice]
  /// The list without filter; empty when there is none.
  public var clear: String
  /// The instant of the page, for scripts.
  public var now: String
  /// The instant of the data.
  public var asOf: Moment
  /// How long ago that was.
  public var age: Moment
  /// The same list as JSON.
  public var json: String
  /// The incidents of this page of the list.
  public var rows: Rows<IncidentRow>
  /// What is said instead of the table.
  public var empty: EmptyState?
  /// Which part of the list this is.
  public var pager: Pager
  /// How quickly incidents found somebody; not in the part that is fetched again.
  public var numbers: NumbersPart?

  /// The list of incidents.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - counts: how many are in each state, whatever the filter.
  ///   - rows: one page of those that match: running ones first, then the newest.
  ///   - matching: how many match in all.
  ///   - numbers: how quickly incidents found somebody.
  public init(
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
    json = filter.with(page: 1).query.link(path + ".json")
    self.rows = Rows(rows)
    empty = rows.isEmpty ? Self.emptyState(filter, path: path) : nil
    pager = Pager(
      shown: rows.count, page: filter.page, size: IncidentFilter.pageSize, matching: matching
    ) { filter.with(page: $0).query.link(path) }
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
