import Rollcall

struct VisitsPage: Page {
  static let template = "Visits/VisitsPage"

  var shell: Shell
  var path: String
  /// `Sat 21 Nov`, and the day in which it begins as `YYYY-MM-DD`.
  var title, day: String
  var previous, next: String
  var filters: [FilterPart]
  var error: String
  var counts: [Tally]
  /// The visits, the earliest first; and a note that not all are shown, which may be empty.
  var rows: [VisitRow]
  var hasRows: Bool
  var more: String
  /// The ways of people with several visits, by name; and a note that visits not shown are left out.
  var routes: [RouteRow]
  var hasRoutes: Bool
  var routesCut: String
  var empty: EmptyState?
  var json: String
  /// The same as CSV, and the page of outlets; empty for readers who may not.
  var csv, outlets: String
  /// The form of a new visit; absent for readers who may not plan, or without outlets.
  var form: VisitFields?

  init(
    shell: Shell, slug: String, filter: VisitFilter, time: AskedDays, error: String = "", visits: [Visit],
    legs: [VisitLeg] = [],
    isCut: Bool = false,
    people: [(id: Int64, name: String)], outlets: [Outlet], mayPlan: Bool, mayManage: Bool, mayExport: Bool,
    form: VisitForm = VisitForm(), problems: [FieldProblem] = [], clock: PageClock
  ) {
    let path = Shell.Section.visits.path(slug)
    (self.shell, self.path, self.error) = (shell, path, error)
    (title, day) = (clock.span(time.span.from..<time.span.to), time.day.isoDay)
    (previous, next) = (
      filter.on(time.day.previous).link(slug), filter.on(time.day.next).link(slug)
    )
    let shown = filter.with { ($0.from, $0.to) = (time.span.from.rfc3339, time.span.to.rfc3339) }
    filters = shown.controls(
      [
        "responder": people.map { ("\($0.id)", $0.name) },
        "outlet": outlets.map { ("\($0.id.rawValue)", $0.name) },
      ], problem: error.utf8.isEmpty ? "" : "wrong",
      clock: clock)
    counts = Self.counts(visits, at: clock.now)
    let ways = Dictionary(legs.map { ($0.to, $0) }, uniquingKeysWith: { first, _ in first })
    rows = visits.map { VisitRow($0, by: ways[$0.id], in: time, slug: slug, mayPlan: mayPlan, clock: clock) }
    routes = VisitRoute.all(of: visits, legs: legs).map { RouteRow($0, slug: slug) }
    (hasRows, hasRoutes) = (!visits.isEmpty, !routes.isEmpty)
    routesCut = isCut ? Self.cutWords(visits.count) : ""
    more = isCut ? Words.Visits.firstShown(visits.count) : ""
    json = filter.query.link(path + ".json")
    csv = mayExport ? filter.query.link(path + ".csv") : ""
    self.outlets = mayManage ? OutletsPage.path(slug) : ""
    self.form =
      mayPlan && !outlets.isEmpty
      ? VisitFields(form, path: path, day: time.day, people: people, outlets: outlets, problems: problems)
      : nil
    empty =
      visits.isEmpty
      ? Self.empty(slug, time, mayManage: mayManage, hasOutlets: !outlets.isEmpty, mayPlan: mayPlan)
      : nil
  }

  static func cutWords(_ shown: Int) -> String { Words.Visits.partialSums(shown) }

  private static func counts(_ visits: [Visit], at now: Timestamp) -> [Tally] {
    guard !visits.isEmpty else { return [] }
    let states = Visit.State.allCases.map { state in
      (StatePill.visit(state).word, visits.count { $0.state(at: now) == state })
    }
    let verdicts = VisitVerdict.Word.allCases.map { word in
      (StatePill.verdict(word).word, visits.count { $0.checkIn?.verdict.word == word })
    }
    return ([("Visits", visits.count)] + states + verdicts).map { Tally($0, Words.grouped($1)) }
  }

  private static func empty(
    _ slug: String, _ time: AskedDays, mayManage: Bool, hasOutlets: Bool, mayPlan: Bool
  ) -> EmptyState {
    let title = time.isDay ? Words.Visits.none : Words.Visits.noneThen
    if mayManage, !hasOutlets {
      return EmptyState(
        title: title, advice: Words.Visits.noOutletsAdvice,
        action: Link(label: "Sites", href: OutletsPage.path(slug)))
    }
    guard mayPlan else { return EmptyState(title: title, advice: Words.Visits.othersPlan) }
    return EmptyState(
      title: title, advice: hasOutlets ? Words.Visits.noneAdvice : Words.Visits.othersAddSites)
  }
}
