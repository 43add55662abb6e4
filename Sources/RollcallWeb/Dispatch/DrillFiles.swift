import HTTPServer
import Rollcall
import RollcallStore
import RollcallWire

extension DrillResult {
  /// Everyone who was on duty, for files and programs.
  static let table = Table<DrillResult> {
    Column("responder_id") { $0.responder }
    Column("responder", "Who.") { $0.name }
    Column("region", "Theirs, when the drill was sent.") { $0.region }
    Column("asked", "Whether they were asked: yes or no.") { $0.offer != nil }
    Column("sent_at", "When the message was given to a push service.") { $0.offer?.sentAt }
    Column("delivered_at", "When the phone had it.") { $0.offer?.deliveredAt }
    Column("seen_at", "When it was looked at.") { $0.offer?.seenAt }
    Column("answer", "accepted or declined; empty without an answer.") { $0.offer?.answer?.rawValue }.oneOf([
      "accepted", "declined",
    ])
    Column("answer_s", "Seconds from the sending to the answer.") { $0.answerTime.map { Seconds($0) } }
    Column("outcome", "What became of it.") { $0.outcome.rawValue }.oneOf(
      DrillResult.Outcome.allCases.map(\.rawValue))
    Column("reason", "Why they were not asked, or not reached.") { $0.reason }.only(.csv)
    Column("reason", "Why they were not asked, or not reached.") {
      $0.reason.utf8.isEmpty ? nil : $0.reason
    }.only(.json)
  }
}

extension DrillWeb {
  /// `GET /w/{ws}/drills/{id}.csv`: everyone who was on duty, in the page's order.
  @Sendable func drillCSV(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try store.dispatch.dispatchDue()
    let file = try drillFile(asked)
    let id = file.summary.drill.id.rawValue
    return try web.exports.csv(
      "drill-\(id)", DrillResult.table, asked.visitor, filter: "drill \(id)", file.results)
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
  /// The members of a drill, with everyone who was on duty.
  mutating func drill(_ file: DrillFile) {
    drill(file.summary)
    array("people", file.results, of: DrillResult.table)
  }

  /// The members of a drill in a list.
  mutating func drill(_ summary: DrillSummary) { DrillSummary.table.members(of: summary, to: &self) }
}

extension DrillSummary {
  static let table = Table<DrillSummary> {
    Column("id") { $0.drill.id }
    Column("title") { $0.drill.details.title }
    Column("region") { $0.drill.details.region }
    Column("state") { $0.closedAt == nil ? "running" : "over" }.oneOf(["running", "over"])
    Column("sent_at") { $0.drill.openedAt }
    Column("sent_by") { $0.drill.openedBy }
    Column("closed_at") { $0.closedAt }
    Column("answer_s", "How long each had to answer.") { $0.answerWithin / 1_000 }
    Column("counts") { Structure($0.numbers, of: DrillNumbers.table) }
    Column("median_answer_s") { $0.numbers.medianAnswer.map { Seconds($0) } }
  }
}

extension DrillNumbers {
  static let table = Table<DrillNumbers> {
    Column("on_duty") { $0.onDuty }
    Column("asked") { $0.asked }
    Column("reached") { $0.reached }
    Column("answered") { $0.answered }
    for outcome in DrillResult.Outcome.allCases { Column(outcome.rawValue) { $0.count(outcome) } }
  }
}
