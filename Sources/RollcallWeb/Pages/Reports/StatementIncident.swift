import Rollcall
import RollcallStore

/// What a statement about an incident says of the incident itself.
struct StatementIncident {
  let incident: IncidentRecord
  let time: StatementTime
  let names: (Responder.ID) -> String
  let actors: (String) -> String

  private typealias Text = Words.Statement.Tables
  private typealias Head = Words.Statement.Heads

  /// Its offers, its assignments and its log.
  var tables: [StatementTable] { [offers, assignments, log] }

  private func at(_ instant: Timestamp?) -> String { instant.map { time.at($0) } ?? Words.none }

  private var offers: StatementTable {
    StatementTable(
      "offers", Text.offers, Head.offers,
      incident.offers.map { offer in
        [
          names(offer.responder), time.at(offer.queuedAt), at(offer.sentAt), at(offer.deliveredAt),
          at(offer.seenAt), at(offer.answeredAt),
          offer.answer.map { Words.capitalized(Words.plain($0)) } ?? Words.none,
        ]
      }, file: "offers.csv")
  }

  private var assignments: StatementTable {
    StatementTable(
      "assignments", Text.assignments, Head.assignments,
      incident.assignments.map { assignment in
        [
          names(assignment.responder), time.at(assignment.since),
          Words.capitalized(Words.plain(assignment.by)), at(assignment.onTheWayAt), at(assignment.arrivedAt),
          at(assignment.endedAt),
        ]
      }, file: "assignments.csv")
  }

  private var log: StatementTable {
    StatementTable(
      "log", Text.log, Head.log,
      incident.steps.map { step in
        [
          time.at(step.at), Words.capitalized(Words.plain(step.step)), step.responder.map(names) ?? "",
          actors(step.actor), step.detail,
        ]
      }, file: "log.csv")
  }
}
