import Rollcall
import RollcallStore

extension Report {
  /// Reports from incidents and their offers.
  static let ofIncidents = [
    // A row for each incident opened in the span, without its place.
    Report(
      "incidents", "Incidents",
      "Every incident opened, how quickly it found somebody, who had it, and why it was lost; drills are none.",
      kept: .asLog, narrowing: .region, moment: { $0.item.times.openedAt },
      Table<WithAssignee> {
        Column("id") { $0.item.id.rawValue }
        Column("kind") { $0.item.kind }
        Column("title") { $0.item.title }
        Column("severity") { $0.item.severity }
        Column("region", "What it is; id is the number after INC-.") { $0.item.region }
        Column("state", "open, offering, assigned, unassigned, resolved or cancelled.") {
          $0.item.state.rawValue
        }
        Column("opened_at", "When it was opened: the time by which it is filtered.") {
          $0.item.times.openedAt
        }
        Column(
          "first_offer_s", "Seconds from there to its first offer; empty when nobody was asked."
        ) { $0.item.times.untilOffer.map { Seconds($0) } }
        Column(
          "accept_s", "Seconds from there to the first accept; empty when nobody accepted."
        ) { $0.item.times.untilAccept.map { Seconds($0) } }
        Column("offers", "How many were made.") { $0.item.times.offers }
        Column("assignee", "Who has it, or had it when it ended; several are separated by semicolons.") {
          $0.assignee
        }
        Column(
          "arrived_s", "Seconds from the opening to the first assignee's arrival; empty when not told."
        ) { $0.item.untilArrival.map { Seconds($0) } }
        Column("closed_at", "When it was resolved or cancelled.") { $0.item.closedAt }
        Column("reassignments") { $0.item.reassignments.count }
        Column("reasons", "How often somebody lost it before it was over, and why, in order.") {
          $0.item.reassignments.map(\.rawValue).joined(separator: "; ")
        }
      }
    ) { scope in
      scope.pages { (after: HistoryCursor?) in
        try scope.store.reports.incidentReport(
          of: scope.workspace.id, in: scope.span, responder: scope.responder,
          region: scope.filter.region.isEmpty ? nil : scope.filter.region, after: after,
          limit: CSVWriter.rowsAtOnce)
      } place: {
        HistoryCursor(effective: $0.times.openedAt, id: $0.id.rawValue)
      } rows: { page in
        page.map { row in
          let names = row.assignees.compactMap { scope.people.name($0) }
          return WithAssignee(item: row, assignee: names.isEmpty ? nil : names.joined(separator: "; "))
        }
      }
    },
    // A row for each responder who was offered an incident opened in the span.
    Report(
      "answers", "Answers to offers",
      "How each responder answered who was offered an incident opened in the span.", kept: .asLog,
      Table<OfPerson<AnswerNumbers>> {
        OfPerson<AnswerNumbers>.columns("Who.")
        Column(
          "offers",
          "Those that were theirs to answer: answered, expired or unreachable. Open ones, and those withdrawn before they were answered, are left out."
        ) { $0.item.offers }
        Column("answered", "accepted and declined together.") { $0.item.answered }
        Column("accepted", "Whatever became of the incident later.") { $0.item.accepted }
        Column("declined", "Answered with no.") { $0.item.declined }
        Column("expired", "The phone had it, and nobody answered in time.") { $0.item.expired }
        Column(
          "unreachable", "The phone went offline, off duty or was logged out before an answer."
        ) { $0.item.unreachable }
        Column(
          "undelivered",
          "Those that did not reach the phone in time, or whose time was over while Rollcall itself was away; not among offers."
        ) { $0.item.undelivered }
        Column("answer_rate", "answered of offers, 0 to 1.") { $0.item.answerRate.map { Thousandths($0) } }
        Column(
          "median_answer_s", "From the making of an offer to the answer; empty when none was answered."
        ) { $0.item.answerTime.median.map { Seconds($0) } }
      }
    ) { scope in
      {
        let found = try scope.store.dispatch.answerNumbers(
          of: scope.workspace.id, in: scope.span, responder: scope.responder)
        let asked = found.filter { $0.value.offers > 0 && scope.people.isAsked($0.key) }
        return (asked.sorted { $0.key < $1.key }.map { scope.of($0.key, $0.value) }, true)
      }
    },
  ]

  private struct WithAssignee: Sendable {
    let item: IncidentReportRow
    let assignee: String?
  }
}
