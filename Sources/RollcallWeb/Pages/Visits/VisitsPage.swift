import Rollcall

/// The visits of a day: planned, and what became of them.
struct VisitsPage: Page {
  static let template = "Visits/VisitsPage"

  var shell: Shell
  /// Where the filter leads.
  var path: String
  /// `Sat 21 Nov`, or that the day cannot be understood.
  var title: String
  /// The day shown, as `YYYY-MM-DD`.
  var day: String
  var previous: String
  /// The day after.
  var next: String
  /// Whose visits may be shown.
  var people: [Choice]
  var error: String
  /// How they went, in numbers.
  var counts: [Tally]
  /// The visits, the earliest first.
  var rows: [VisitRow]
  var hasRows: Bool
  /// That not all of them are shown; may be empty.
  var more: String
  /// The ways of those who came to several places, by name.
  var routes: [RouteRow]
  var hasRoutes: Bool
  /// That the ways of visits that are not shown are not in it; may be empty.
  var routesCut: String
  var empty: EmptyState?
  var json: String
  /// The same as CSV; empty for those who may not have it.
  var csv: String
  /// Where the outlets are; empty for those who may not change them.
  var outlets: String
  /// The form of another visit; absent for those who may not plan, or without outlets.
  var form: VisitFields?

  init(
    shell: Shell, slug: String, filter: VisitFilter, day: CivilDate?, visits: [Visit], legs: [VisitLeg] = [],
    isCut: Bool = false,
    people: [(id: Int64, name: String)], outlets: [Outlet], mayPlan: Bool, mayManage: Bool, mayExport: Bool,
    form: VisitForm = VisitForm(), problems: [FieldProblem] = [], clock: PageClock
  ) {
    let path = Shell.Section.visits.path(slug)
    self.shell = shell
    self.path = path
    error = day == nil ? "This day cannot be understood: it is written 2026-11-21." : ""
    let shown = day ?? clock.local(clock.now).date
    title = clock.local(clock.start(of: shown)).dayAndMonth
    self.day = shown.isoDay
    let link = { (days: Int) in
      filter.with(\.day, CivilDate(daysSince1970: days).isoDay).link(slug)
    }
    previous = link(shown.daysSince1970 - 1)
    next = link(shown.daysSince1970 + 1)
    self.people = Choice.list(
      people.map { ("\($0.id)", $0.name) }, chosen: filter.responder.map(String.init) ?? "", all: "Everybody")
    counts = Self.counts(visits, at: clock.now)
    let ways = Dictionary(legs.map { ($0.to, $0) }, uniquingKeysWith: { first, _ in first })
    rows = visits.map {
      VisitRow($0, by: ways[$0.id], on: shown, slug: slug, mayPlan: mayPlan, clock: clock)
    }
    routes = VisitRoute.all(of: visits, legs: legs).map { RouteRow($0, slug: slug) }
    hasRoutes = !routes.isEmpty
    routesCut = isCut ? Self.cutWords(visits.count) : ""
    hasRows = !visits.isEmpty
    more = isCut ? "Only the first \(visits.count) are shown; the files have all." : ""
    empty = visits.isEmpty ? Self.empty(slug, mayManage: mayManage, hasOutlets: !outlets.isEmpty) : nil
    json = filter.query.link(path + ".json")
    csv = mayExport ? filter.query.link(path + ".csv") : ""
    self.outlets = mayManage ? OutletsPage.path(slug) : ""
    self.form =
      mayPlan && !outlets.isEmpty
      ? VisitFields(form, path: path, day: shown, people: people, outlets: outlets, problems: problems) : nil
  }

  static func cutWords(_ shown: Int) -> String {
    "These are sums of the first \(shown) visits alone, not of the whole day; the files have every way."
  }

  private static func counts(_ visits: [Visit], at now: Timestamp) -> [Tally] {
    guard !visits.isEmpty else { return [] }
    let states = Visit.State.allCases.map { state in
      (StatePill.visit(state).word, visits.count { $0.state(at: now) == state })
    }
    let verdicts = VisitVerdict.Word.allCases.map { word in
      (StatePill.verdict(word).word, visits.count { $0.checkIn?.verdict.word == word })
    }
    return ([("Visits", visits.count)] + states + verdicts).map {
      Tally($0, Words.grouped($1))
    }
  }

  private static func empty(_ slug: String, mayManage: Bool, hasOutlets: Bool) -> EmptyState {
    if mayManage, !hasOutlets {
      return EmptyState(
        title: "No visits on this day.",
        advice: "Bring the outlets first; then visits to them can be planned.",
        action: Link(label: "Outlets", href: OutletsPage.path(slug)))
    }
    return EmptyState(
      title: "No visits on this day.", advice: "Plan one below, or have your own system plan them.",
      command: "rollcall visit plan \(slug) RESPONDER OUTLET --day 2026-11-21")
  }
}
