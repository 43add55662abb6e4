import HTTPServer
import Rollcall
import RollcallStore
import RollcallWire

extension DrillWeb {
  private static let drillColumns = [
    "responder_id", "responder", "region", "asked", "sent_at", "delivered_at", "seen_at", "answer",
    "answer_s",
    "outcome", "reason",
  ]

  /// `GET /w/{ws}/drills/{id}.csv`: everybody who was on duty, in the page's order.
  @Sendable func drillCSV(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try store.dispatch.dispatchDue()
    let file = try drillFile(asked)
    let id = file.summary.drill.id.rawValue
    var rest = file.results[...]
    return try web.exports.csv("drill-\(id)", Self.drillColumns, asked.visitor, filter: "drill \(id)") {
      csv, zone in
      let page = rest.prefix(CSVWriter.rowsAtOnce)
      for result in page { Self.write(result, to: &csv, &zone) }
      rest = rest.dropFirst(CSVWriter.rowsAtOnce)
      return (page.count, rest.isEmpty)
    }
  }

  private static func write(_ result: DrillResult, to csv: inout CSVWriter, _ zone: inout Zone) {
    csv.number(result.responder.rawValue)
    csv.text(result.name)
    csv.text(result.region)
    csv.text(result.offer == nil ? "no" : "yes")
    csv.instant(result.offer?.sentAt, &zone)
    csv.instant(result.offer?.deliveredAt, &zone)
    csv.instant(result.offer?.seenAt, &zone)
    csv.text(result.offer?.answer?.rawValue)
    csv.number(result.answerTime.map { Double($0) / 1_000 })
    csv.text(result.outcome.rawValue)
    csv.text(result.reason)
    csv.endRow()
  }

  /// `GET /w/{ws}/drills/{id}.json`
  @Sendable func drillJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try store.dispatch.dispatchDue()
    let file = try drillFile(asked)
    var writer = JSONWriter(reserving: file.results.count * 300 + 512)
    writer.object { $0.drill(file) }
    return .json(writer.bytes)
  }
}

extension JSONWriter {
  /// The members of a drill, with everybody who was on duty.
  mutating func drill(_ file: DrillFile) {
    drill(file.summary)
    array("people") { list in
      for result in file.results { list.object { $0.person(result) } }
    }
  }

  /// The members of a drill in a list.
  mutating func drill(_ summary: DrillSummary) {
    let drill = summary.drill
    member("id", drill.id)
    member("title", drill.details.title)
    member("region", drill.details.region)
    member("state", summary.closedAt == nil ? "running" : "over")
    member("sent_at", drill.openedAt)
    member("sent_by", drill.openedBy)
    member("closed_at", summary.closedAt)
    member("answer_s", summary.answerWithin / 1_000)
    object("counts") { counts in
      counts.member("on_duty", summary.numbers.onDuty)
      counts.member("asked", summary.numbers.asked)
      counts.member("reached", summary.numbers.reached)
      counts.member("answered", summary.numbers.answered)
      for outcome in DrillResult.Outcome.allCases {
        counts.member(outcome.rawValue, summary.numbers.count(outcome))
      }
    }
    member("median_answer_s", summary.numbers.medianAnswer.map { Double($0) / 1_000 })
  }

  private mutating func person(_ result: DrillResult) {
    member("responder_id", result.responder)
    member("responder", result.name)
    member("region", result.region)
    member("asked", result.offer != nil)
    member("sent_at", result.offer?.sentAt)
    member("delivered_at", result.offer?.deliveredAt)
    member("seen_at", result.offer?.seenAt)
    member("answer", result.offer?.answer?.rawValue)
    member("answer_s", result.answerTime.map { Double($0) / 1_000 })
    member("outcome", result.outcome.rawValue)
    member("reason", result.reason.utf8.isEmpty ? nil : result.reason)
  }
}
