import Rollcall
import RollcallStore

extension Report {
  /// Reports from the log of statuses.
  static let ofLog = [
    Report(
      "gaps", "Silences and gaps",
      "Who could not be reached, from when to when, and why: a row for each silence, and for each gap in a track without one.",
      cost: .people, GapReport.table
    ) { scope in
      var report = GapReport(scope)
      return {
        let rows = try report.next()
        let now = scope.store.clock()
        return (rows.map { scope.of($0.responder, GapReport.Line(row: $0, now: now)) }, report.isOver)
      }
    },
    Report(
      "transitions", "Changes of status",
      "Every change of status with the rule that caused it, dated when it became true.", kept: .asLog,
      Table<OfPerson<Transition>> {
        OfPerson<Transition>.columns("Who.")
        Column("at", "When it became true, not when it was noticed.") { $0.item.at }
        Column("from") { $0.item.from?.rawValue }
        Column("to", "The status before and since; from is empty for a person's first.") {
          $0.item.to.rawValue
        }
        Column("rule", "The rule as a sentence.") { $0.item.rule }
      }
    ) { scope in
      scope.pages { (after: HistoryCursor?) in
        try scope.store.liveness.transitions(
          of: scope.workspace.id, in: scope.span, responder: scope.responder, after: after,
          limit: CSVWriter.rowsAtOnce)
      } place: {
        HistoryCursor(effective: $0.transition.at, id: $0.id)
      } rows: { page in
        page.filter { scope.people.isAsked($0.responder) }.map { scope.of($0.responder, $0.transition) }
      }
    },
  ]
}
