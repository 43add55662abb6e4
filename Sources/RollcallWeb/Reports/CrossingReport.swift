import Rollcall
import RollcallStore

extension Report {
  /// Who came into regions and to outlets, and left them, in order of time.
  func crossings() -> CSVExport.NextPage {
    var last: (at: Timestamp, id: Int64)?
    return { csv, zone in
      let page = try store.liveness.crossings(
        of: workspace, in: span, responder: responder, after: last, limit: CSVWriter.rowsAtOnce)
      let asked = page.filter { people.isAsked($0.responder) }
      for entry in asked { csv.crossing(entry, &zone) }
      last = page.last.map { ($0.crossing.at, $0.id) }
      return (asked.count, page.count < CSVWriter.rowsAtOnce)
    }
  }
}

extension CSVWriter {
  fileprivate mutating func crossing(_ entry: CrossingEntry, _ zone: inout Zone) {
    number(entry.responder.rawValue)
    text(entry.name)
    instant(entry.crossing.at, &zone)
    text(entry.crossing.event)
    text(entry.crossing.place.kind)
    text(entry.place)
    number(entry.crossing.place.outlet?.rawValue)
    instant(entry.receivedAt, &zone)
    endRow()
  }
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
