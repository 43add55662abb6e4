import Rollcall
import RollcallStore

/// The filter of the list: all of it is in the URL.
struct IncidentFilter: FieldValues {
  static let pageSize = 100

  var state: Incident.State?
  /// From when to when they were opened; empty for all.
  var from = ""
  /// The end, exclusive: an instant or a local day.
  var to = ""
  var order = ListOrder(IncidentOrder.need)
  var page = 1
  /// How far back the numbers below the list look.
  var numbers = NumbersSpan.week
  var shape = ListShape()

  /// The rows of a page.
  var size: Int { shape.rows(usual: Self.pageSize) }

  static let fields: [Field<IncidentFilter>] = [
    .choice("state", \.state), .text("from", \.from).shown(.span(.from)),
    .text("to", \.to).shown(.span(.to)), .order(\.order, usual: .need),
    .page(\.page), .choice("numbers", \.numbers, usual: .week), .size(\.shape), .columns(\.shape),
  ]

  /// From when to when they were opened; times without zone are the workspace's.
  func ends(in workspace: Workspace) -> AskedEnds {
    AskedEnds(from: from, to: to, Zone(workspace.timeZone))
  }

  fileprivate var hasTime: Bool { !from.utf8.isEmpty || !to.utf8.isEmpty }
}

/// The assignee of an incident, or a person being asked.
struct IncidentHolder: PagePart, Hashable {
  /// `offering to`, or empty when they have it.
  var lead = ""
  var name, href: String
  /// How long an offer has left; `nil` when they have accepted.
  var left: Moment?
}

struct IncidentRow: PageRow {
  static let template = "Dispatch/IncidentRow"

  var key: String
  var state, severity: StatePill
  var reference, title, href: String
  /// `Order · Centre`: its kind unless it is an incident, and its region; may be empty.
  var about: String
  /// The place in words, or its coordinates.
  var place, geo: String
  var opened: Moment
  var holders: [IncidentHolder]

  /// - Parameter person: a person's page; empty when the reader may not open it.
  init(_ summary: IncidentSummary, slug: String, person: (Responder.ID) -> String, clock: PageClock) {
    let (incident, details) = (summary.incident, summary.incident.details)
    key = "i\(incident.id.rawValue)"
    (state, severity) = (.incident(incident.state), .severity(details.severity))
    (reference, title) = (Words.incident(incident.id), details.title)
    href = "\(Shell.Section.incidents.path(slug))/\(incident.id.rawValue)"
    about = [details.kind == .incident ? nil : details.kind.label, details.region].compactMap { $0 }
      .joined(separator: " · ")
    place = summary.place.utf8.isEmpty ? Words.coordinates(details.position) : summary.place
    geo = Words.geo(details.position)
    opened = clock.age(of: incident.openedAt)
    holders = summary.holders.map { holder in
      let isOpen = holder.offer.state.isOpen
      return IncidentHolder(
        lead: isOpen ? Words.Incidents.offeringTo : "", name: holder.name,
        href: person(holder.offer.responder),
        left: isOpen ? clock.left(until: holder.offer.endsAt) : nil)
    }
  }
}

/// The number of incidents in a state, and the list of those alone.
struct IncidentCount: PagePart {
  var count: String
  var state: StatePill
  var href: String
  var isCurrent: Bool
}

/// The incidents of the workspace, the most urgent first.
struct IncidentsPage: Page {
  static let template = "Dispatch/IncidentsPage"
  static let fragmentTemplate: String? = "Dispatch/Incidents"

  var shell: Shell
  var notices: [ActionNotice]
  var cards: [IncidentCount]
  var path: String
  /// The form of a new incident, and the drills; empty for readers who may not.
  var new, drills: String
  var states: [Choice]
  /// The list without filter; empty when there is none.
  var clear: String
  var now: String
  var asOf, age: Moment
  var json: String
  /// The files of the time that is asked for; none without one, and for readers who may not have them.
  var files: [Link]
  var columns: [ColumnHead]
  var rows: Rows<IncidentRow>
  var empty: EmptyState?
  var pager: Pager
  /// The choice of columns and rows; absent while the list is empty.
  var shape: ListShapeForm?
  /// The fields of time, and the order and the shape that the filter's form must keep.
  var filters: [FilterPart]
  /// How quickly incidents found a responder; not in the fragment that is polled.
  var numbers: NumbersPart?

  /// - Parameters:
  ///   - problem: what is wrong with the filter, a sentence; then nothing is listed.
  ///   - person: a person's page; empty when the reader may not open it.
  init(
    _ found: IncidentList, filter: IncidentFilter, problem: String = "", numbers: NumbersPart? = nil,
    files: [Link] = [], shell: Shell, slug: String, mayManage: Bool, person: (Responder.ID) -> String,
    clock: PageClock
  ) {
    let path = Shell.Section.incidents.path(slug)
    (self.shell, self.numbers, self.files, self.path) = (shell, numbers, files, path)
    (new, drills) = mayManage ? (path + "/new", Shell.Section.drills(slug)) : ("", "")
    notices =
      (problem.utf8.isEmpty ? [] : [ActionNotice(.warning, problem)])
      + Self.notices(unassigned: found.counts[.unassigned] ?? 0, path: path)
    cards = Incident.State.neediestFirst.map { state in
      IncidentCount(
        count: Words.grouped(found.counts[state] ?? 0), state: .incident(state),
        href: Self.only(state).query.link(path), isCurrent: filter.state == state && !filter.hasTime)
    }
    states = Choice.list(
      Incident.State.neediestFirst.map { ($0.rawValue, StatePill.incident($0).word) },
      chosen: filter.state?.rawValue ?? "", all: Words.Incidents.anyState)
    clear = filter.state == nil && !filter.hasTime ? "" : path
    now = LocalTime.iso(clock.now)
    (asOf, age) = (clock.time(clock.now), clock.age(of: clock.now))
    json = filter.whole.query.link(path + ".json")
    columns = filter.heads(Self.heads, by: \.order, at: path)
    rows = Rows(found.incidents.map { IncidentRow($0, slug: slug, person: person, clock: clock) })
    let nothing = problem.utf8.isEmpty ? Self.emptyState(filter, path: path, new: new) : .wrongFilter
    empty = found.incidents.isEmpty ? nothing : nil
    let list = ListColumns(
      all: Self.hideable, before: 2, usual: IncidentFilter.pageSize, shape: filter.shape)
    shape = found.incidents.isEmpty ? nil : ListShapeForm(filter, list, at: path)
    filters = filter.controls(clock: clock)
    pager = Pager(
      shown: found.incidents.count, page: filter.page, size: filter.size, matching: found.matching
    ) { filter.with(\.page, $0).query.link(path) }
  }

  private static let heads: [(label: String, column: IncidentOrder?)] = [
    ("State", .need), ("Incident", .title), ("Severity", .severity), ("Place", .place), ("Opened", .opened),
    ("Who", .who),
  ]

  /// The columns that can be hidden: all but the state and the incident itself.
  private static let hideable = [
    ListColumn("severity", "Severity"), ListColumn("place", "Place"), ListColumn("opened", "Opened"),
    ListColumn("who", "Who"),
  ]

  private static func only(_ state: Incident.State) -> IncidentFilter {
    IncidentFilter().with(\.state, state)
  }

  private static func notices(unassigned: Int, path: String) -> [ActionNotice] {
    guard unassigned > 0 else { return [] }
    return [
      ActionNotice(
        .danger, Words.Incidents.unassigned(unassigned), detail: Words.Incidents.unassignedDetail,
        action: Link(label: "Show", href: only(.unassigned).query.link(path)))
    ]
  }

  private static func emptyState(_ filter: IncidentFilter, path: String, new: String) -> EmptyState {
    if filter.hasTime {
      return EmptyState(
        title: Words.Incidents.noneOpened, advice: Words.Incidents.otherTime,
        action: Link(label: Words.Incidents.showAll, href: path))
    }
    if let state = filter.state {
      return EmptyState(
        title: Words.Incidents.none(state), advice: Words.Incidents.noneOfState,
        action: Link(label: Words.Incidents.showAll, href: path))
    }
    return EmptyState(
      title: Words.Incidents.noneYet, advice: Words.Incidents.noneAdvice,
      action: new.utf8.isEmpty ? nil : Link(label: Words.NewIncident.title, href: new))
  }
}
