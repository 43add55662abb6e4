import HTTPServer
import Rollcall
import RollcallStore

/// A parsed request for a report.
struct ReportQuery {
  /// The values of the page's filter line.
  let asked: ReportFilter
  /// The span; meaningless while there is a problem.
  let span: TimeSpan
  /// The problem, for people; empty when there is none.
  let problem: String

  /// Reads the query of a request; times without zone are the workspace's. Values that cannot narrow this
  /// kind of report are ignored.
  init(_ request: Request, _ workspace: Workspace, now: Timestamp, of report: Report? = nil) {
    let filter = ReportFilter(request.query.pairs)
    self.init(
      report.map { filter.usable(by: $0) } ?? filter, workspace, now: now,
      responder: request.query["responder"]
    )
  }

  /// - Parameter responder: the word for the responder as it was sent.
  init(_ filter: ReportFilter, _ workspace: Workspace, now: Timestamp, responder: String? = nil) {
    asked = filter
    let when = AskedSpan(from: asked.from, to: asked.to, in: workspace, now: now)
    span = when.span
    let text = asked.responder == nil ? responder ?? "" : ""
    problem = (when.problems + (text.isEmpty ? [] : [Words.Lists.notOnePerson(text)])).joined(separator: " ")
  }

  /// The filter's name in the audit. Blocks.
  func words(_ store: Store, _ workspace: Workspace) throws(StoreError) -> String {
    let query = try asked.audited(store, workspace)
    return query.isEmpty ? "last 24 h" : query
  }
}

/// The people of a workspace covered by a report.
struct ReportPeople {
  /// Them, by id.
  let all: [Responder]
  /// Everyone, by id: a row keeps its name when its person is not in the filter.
  let people: [Responder.ID: Responder]
  /// The ids in the filter; `nil` = everyone.
  private let asked: Set<Responder.ID>?

  init(_ store: Store, _ workspace: Workspace.ID, _ filter: ReportFilter) throws(StoreError) {
    let everybody = try store.fleet.roster(of: workspace).map(\.responder).sorted { $0.id < $1.id }
    people = Dictionary(everybody.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    all = everybody.filter(filter.includes)
    asked = all.count == everybody.count ? nil : Set(all.map(\.id))
  }

  var ids: [Responder.ID] { all.map(\.id) }

  /// Whether the filter matches no one.
  var isNobody: Bool { asked?.isEmpty ?? false }

  /// Whether the filter includes a person.
  func isAsked(_ id: Responder.ID) -> Bool { asked?.contains(id) ?? true }

  /// A person's name.
  func name(_ id: Responder.ID) -> String? { people[id]?.name }
}
