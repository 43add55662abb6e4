import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

/// One report, ready to be written as a file or to be shown on a page.
struct Report {
  /// Which.
  let kind: ReportKind
  /// Where it is read.
  let store: Store
  /// Whose it is.
  let workspace: Workspace
  /// What is asked for.
  let query: ReportQuery
  /// Of whom.
  let people: ReportPeople
  /// When, as far as the log is kept: a year of which nothing is known is not walked through.
  let span: TimeSpan

  /// Of how many people the duty is read in one snapshot.
  static let peoplePage = 50

  /// The report of what a query asks for; its rows are read later. Blocks.
  ///
  /// - Throws: `invalid` when the query cannot be understood.
  init(
    _ kind: ReportKind, _ query: ReportQuery, _ store: Store, _ workspace: Workspace
  ) throws(StoreError) {
    guard query.problem.isEmpty else { throw .invalid(query.problem) }
    (self.kind, self.store, self.workspace, self.query) = (kind, store, workspace, query)
    people = try ReportPeople(store, workspace.id, query.asked)
    let limit = RetentionLimits(days: RetentionLimits.logDays, now: store.clock()).log
    span = TimeSpan(from: max(query.span.from, limit), to: max(query.span.to, limit))
  }

  /// Since when what a report of a kind is made of is kept.
  static func kept(of kind: ReportKind, _ workspace: Workspace, _ now: Timestamp) -> Timestamp {
    let limits = RetentionLimits(days: workspace.retentionDays, now: now)
    return kind.isOfLog ? limits.log : limits.reports
  }

  /// The one responder who is asked for; `nil` = more than one.
  var responder: Responder.ID? { query.asked.responder.map { Responder.ID($0) } }

  /// How many days it is about, at least one.
  var days: Int { Int(max(1, span.length / 86_400_000)) }
  /// How many people are looked at in a step over so many days.
  func people(within days: Int) -> Int { min(Self.peoplePage, max(1, 1_000 / days)) }
  /// How many days of one person are read for a page of it, at most; of rows of a log, about as much.
  var pageCost: Int {
    switch kind {
    case .reliability: people(within: days) * days
    case .gaps, .availability, .attendance: max(1, min(people.ids.count, Self.peoplePage))
    default: Self.peoplePage
    }
  }

  /// Its rows, page by page, from the first on. A page may have none.
  func pages() -> CSVExport.NextPage {
    if kind.isByPerson, people.isNobody { return { _, _ in (0, true) } }
    return switch kind {
    case .gaps: gaps()
    case .transitions: transitions()
    case .availability: availability()
    case .reliability: reliability()
    case .flags: flags()
    case .attendance: attendance()
    case .crossings: crossings()
    case .incidents: incidents()
    case .answers: answers()
    // They have pages and files of their own, with filters of their own.
    case .audit, .history: { _, _ in (0, true) }
    }
  }
}

extension ReportWeb {
  /// Each report with its page and its file, and what was taken out of all of them.
  var reportRoutes: [Route] {
    [
      web.door.console(.get, "/w/{ws}/reports", .exportHistory, reports),
      web.door.console(.get, "/w/{ws}/reports/exports", .viewAudit, exports),
      web.door.console(.get, "/w/{ws}/reports/exports.json", .viewAudit, exportsJSON),
      web.door.console(.get, "/w/{ws}/reports/schedules", .exportHistory, schedules),
      web.door.console(
        .post, "/w/{ws}/reports/schedules", .exportHistory, body: .form(limit: Door.formLimit), addSchedule
      ),
      web.door.console(
        .post, "/w/{ws}/reports/schedules/{id}", .exportHistory, body: .form(limit: Door.formLimit),
        changeSchedule),
      web.door.console(.get, "/w/{ws}/reports/history.csv", .exportHistory, historyReport),
      web.door.console(.get, "/w/{ws}/responders/{id}/track.gpx", .exportHistory, trackGPX),
      web.door.console(.get, "/w/{ws}/responders/{id}/track.geojson", .exportHistory, trackGeoJSON),
    ]
      + ReportKind.allCases.filter { !$0.hasOwnPage }.flatMap { kind in
        let file: ConsoleHandler = { [self] asked throws(StoreError) in try reportFile(kind, asked) }
        let page: ConsoleHandler = { [self] asked throws(StoreError) in try reportPage(kind, asked) }
        return [
          web.door.console(.get, "/w/{ws}/\(kind.page)", .exportHistory, lane: .slow, page),
          web.door.console(.get, "/w/{ws}/\(kind.file)", .exportHistory, file),
        ]
      }
  }

  /// `GET /w/{ws}/reports/{kind}.csv`: streamed and audited with its filter.
  private func reportFile(_ kind: ReportKind, _ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let now = store.clock()
    let query = ReportQuery(asked.request, workspace, now: now, of: kind)
    let report = try Report(kind, query, store, workspace)
    let kept = Report.kept(of: kind, workspace, now)
    let filter = try query.words(store, workspace)
    return try web.exports.csv(kind.rawValue, kind.header, asked.visitor, filter: filter, report.pages())
      .sayingPurged(before: query.span.from < kept ? kept : nil)
  }
}
