import Rollcall
import RollcallStore

extension Report {
  /// A row for each incident opened in the span, without where it was.
  func incidents() -> CSVExport.NextPage {
    var cursor: HistoryCursor?
    return { csv, zone in
      let page = try store.reports.incidentReport(
        of: workspace.id, in: span, responder: responder,
        region: query.asked.region.isEmpty ? nil : query.asked.region, after: cursor,
        limit: CSVWriter.rowsAtOnce)
      for row in page { row.write(assignee: row.assignee.flatMap { people.name($0) }, to: &csv, &zone) }
      if let last = page.last {
        cursor = HistoryCursor(effective: last.times.openedAt, id: last.id.rawValue)
      }
      return (page.count, page.count < CSVWriter.rowsAtOnce)
    }
  }

  /// A row for each responder who was offered an incident opened in the span.
  func answers() -> CSVExport.NextPage {
    { csv, _ in
      let found = try store.dispatch.answerNumbers(of: workspace.id, in: span, responder: responder)
        .filter { $0.value.offers > 0 && people.isAsked($0.key) }.sorted { $0.key < $1.key }
      for (id, numbers) in found { numbers.write(id, people.name(id), to: &csv) }
      return (found.count, true)
    }
  }
}

extension IncidentReportRow {
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
  fileprivate func write(_ id: Responder.ID, _ name: String?, to csv: inout CSVWriter) {
    csv.number(id.rawValue)
    csv.text(name)
    for count in [offers, answered, accepted, declined, expired, unreachable, undelivered] {
      csv.number(Int64(count))
    }
    csv.number(answerRate.map { ($0 * 1_000).rounded() / 1_000 })
    csv.seconds(answerTime.median)
    csv.endRow()
  }
}

extension CSVWriter {
  /// A length as seconds, to the millisecond; empty for `nil`.
  mutating func seconds(_ length: Milliseconds?) { number(length.map { Double($0) / 1_000 }) }
}
