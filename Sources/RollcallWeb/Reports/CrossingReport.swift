import Rollcall
import RollcallStore

extension Report {
  /// People's crossings of regions and outlets, in order of time.
  static let ofCrossings = [
    Report(
      "crossings", "Entering and leaving",
      "Who came into a region or to an outlet, and who left it: a row for each border that a position proves to be crossed.",
      Table<CrossingEntry> {
        Column("responder_id") { $0.responder }
        Column("responder", "Who.") { $0.name }
        Column(
          "at", "The time of the position that shows it; the border was crossed at some time before."
        ) { $0.crossing.at }
        Column("event", "enter or leave.") { $0.crossing.event }
        Column("kind", "region or outlet.") { $0.crossing.place.kind }
        Column("place", "Its name; of an outlet that is gone, its number.") { $0.place }
        Column("outlet_id", "The outlet's number; empty for a region.") { $0.crossing.place.outlet }
        Column("received_at", "When that position was on the server's disk.") { $0.receivedAt }
      }
    ) { scope in
      scope.pages { (after: (at: Timestamp, id: Int64)?) in
        try scope.store.liveness.crossings(
          of: scope.workspace, in: scope.span, responder: scope.responder, after: after,
          limit: CSVWriter.rowsAtOnce)
      } place: {
        (at: $0.crossing.at, id: $0.id)
      } rows: { page in
        page.filter { scope.people.isAsked($0.responder) }
      }
    }
  ]
}

extension Crossing {
  /// Its word in files.
  var event: String { isEntry ? "enter" : "leave" }
}

extension MarkedPlace {
  /// Its word in files.
  var kind: String { outlet == nil ? "region" : "outlet" }

  /// The outlet it is; `nil` for a region.
  var outlet: Outlet.ID? { if case .outlet(let id) = self { id } else { nil } }
}
