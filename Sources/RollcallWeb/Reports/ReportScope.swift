import Rollcall
import RollcallStore

/// The people and the span of a report.
struct ReportScope: Sendable {
  let store: Store
  let workspace: Workspace
  let filter: ReportFilter
  let people: ReportPeople
  /// The span, limited to the time for which the log is kept, so that an empty year is not read.
  let span: TimeSpan

  /// The number of people whose duty is read in one step.
  static let peoplePage = 50

  /// The scope of a query. Blocks.
  ///
  /// - Throws: `invalid` when the query cannot be understood.
  init(_ query: ReportQuery, _ store: Store, _ workspace: Workspace) throws(StoreError) {
    guard query.problem.isEmpty else { throw .invalid(query.problem) }
    (self.store, self.workspace, filter) = (store, workspace, query.asked)
    people = try ReportPeople(store, workspace.id, query.asked)
    let limit = RetentionLimits(days: RetentionLimits.logDays, now: store.clock()).log
    span = TimeSpan(from: max(query.span.from, limit), to: max(query.span.to, limit))
  }

  /// The one responder in the filter; `nil` = more than one.
  var responder: Responder.ID? { filter.responder.map { Responder.ID($0) } }
  /// How many days it is about, at least one.
  var days: Int { Int(max(1, span.length / 86_400_000)) }
  /// How many people are read in a step over all of its days.
  var peopleAtOnce: Int { min(Self.peoplePage, max(1, 1_000 / days)) }

  /// An entry of a person.
  func of<Item>(_ id: Responder.ID, _ item: Item) -> OfPerson<Item> {
    OfPerson(id: id, name: people.name(id), item: item)
  }

  /// Reads a log page by page, each after the end of the previous one.
  func pages<Place, Entry, Item>(
    _ read: @escaping (_ after: Place?) throws -> [Entry], place: @escaping (Entry) -> Place,
    rows: @escaping ([Entry]) throws -> [Item]
  ) -> () throws -> (rows: [Item], isLast: Bool) {
    var reached: Place?
    return {
      let page = try read(reached)
      if let last = page.last { reached = place(last) }
      return (try rows(page), page.count < CSVWriter.rowsAtOnce)
    }
  }
}

extension Report {
  /// Its rows, part by part, from the first on.
  func rows(_ scope: ReportScope) -> NextRows {
    guard !(isByPerson && scope.people.isNobody) else { return { ([], true) } }
    return read(scope)
  }

  /// The same as lines of a file.
  func lines(_ scope: ReportScope) -> CSVExport.NextPage {
    let next = rows(scope)
    return { csv, zone in
      let part = try next()
      for row in part.rows {
        for cell in row.cells { csv.cell(cell, &zone) }
        csv.endRow()
      }
      return (part.rows.count, part.isLast)
    }
  }

  /// How many person-days are read in a step, at most; for rows of a log, about as much.
  func stepCost(_ scope: ReportScope) -> Int {
    switch cost {
    case .rows: ReportScope.peoplePage
    case .people: max(1, min(scope.people.ids.count, ReportScope.peoplePage))
    case .daysOfPeople: scope.peopleAtOnce * scope.days
    }
  }
}
