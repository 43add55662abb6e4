import HTTPServer
import Rollcall
import RollcallStore

extension Web {
  /// `GET /w/{ws}/reports/incidents.csv`: a row for each incident opened in the span, without where it was.
  @Sendable func incidentsCSV(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let query = HistoryQuery(asked.request, workspace, now: store.clock())
    guard let filter = query.filter else { throw .invalid(query.problem) }
    let names = try store.names(of: workspace.id)
    let span = TimeSpan(from: filter.from, to: filter.to)
    var cursor: HistoryCursor?
    return csv("incidents", IncidentReportRow.columns, asked.visitor, filter: query.words) {
      [store] csv, zone in
      let page = try store.incidentReport(
        of: workspace.id, in: span, responder: filter.responder, after: cursor, limit: Self.exportPage)
      for row in page { row.write(assignee: row.assignee.flatMap { names[$0] }, to: &csv, &zone) }
      if let last = page.last {
        cursor = HistoryCursor(effective: last.times.openedAt, id: last.id.rawValue)
      }
      return (page.count, page.count < Self.exportPage)
    }
  }

  /// `GET /w/{ws}/reports/reliability.csv`: a row for each responder who was offered an incident opened in the span.
  @Sendable func reliabilityCSV(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let query = HistoryQuery(asked.request, workspace, now: store.clock())
    guard let filter = query.filter else { throw .invalid(query.problem) }
    let names = try store.names(of: workspace.id)
    let span = TimeSpan(from: filter.from, to: filter.to)
    return csv("reliability", AnswerNumbers.columns, asked.visitor, filter: query.words) {
      [store] csv, _ in
      let people = try store.answerNumbers(of: workspace.id, in: span, responder: filter.responder)
        .filter { $0.value.offers > 0 }.sorted { $0.key < $1.key }
      for (id, numbers) in people { numbers.write(id, names[id], to: &csv) }
      return (people.count, true)
    }
  }
}

extension IncidentReportRow {
  static let columns = [
    "id", "kind", "title", "severity", "region", "state", "opened_at", "first_offer_s", "accept_s", "offers",
    "assignee", "arrived_s", "closed_at", "reassignments", "reasons",
  ]

  fileprivate func write(assignee: String?, to csv: inout CSVWriter, _ zone: inout Zone) {
    csv.number(id.rawValue)
    csv.text(kind)
    csv.text(title)
    csv.text(severity)
    csv.text(region)
    csv.text(state.rawValue)
    csv.instant(times.openedAt, &zone)
    csv.seconds(times.untilOffer)
    csv.seconds(times.untilAccept)
    csv.number(Int64(times.offers))
    csv.text(assignee)
    csv.seconds(untilArrival)
    csv.instant(closedAt, &zone)
    csv.number(Int64(reassignments.count))
    csv.text(reassignments.map(\.rawValue).joined(separator: "; "))
    csv.endRow()
  }
}

extension AnswerNumbers {
  static let columns = [
    "responder_id", "responder", "offers", "answered", "accepted", "declined", "expired", "unreachable",
    "answer_rate", "median_answer_s",
  ]

  fileprivate func write(_ id: Responder.ID, _ name: String?, to csv: inout CSVWriter) {
    csv.number(id.rawValue)
    csv.text(name)
    for count in [offers, answered, accepted, declined, expired, unreachable] { csv.number(Int64(count)) }
    csv.number(answerRate.map { ($0 * 1_000).rounded() / 1_000 })
    csv.seconds(answerTime.median)
    csv.endRow()
  }
}

extension CSVWriter {
  /// A length as seconds, to the millisecond; empty for `nil`.
  fileprivate mutating func seconds(_ length: Milliseconds?) { number(length.map { Double($0) / 1_000 }) }
}
