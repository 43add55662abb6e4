import HTTPServer
import Rollcall
import RollcallStore

extension VisitWeb {
  private static let visitColumns = [
    "visit_id", "responder_id", "responder", "outlet_id", "outlet", "external_id", "from", "to", "state",
    "check_in_at", "check_in_verdict", "check_in_distance_m", "check_in_reason", "check_out_at",
    "check_out_verdict", "check_out_distance_m", "check_out_reason", "stay_s",
    "way_from_visit_id", "way_s", "way_m", "way_straight_m",
  ]

  /// `GET /w/{ws}/visits.csv`: with the page's filter.
  @Sendable func visitsCSV(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let filter = VisitFilter(asked.request.query.pairs)
    guard let found = try allVisits(asked, filter) else {
      throw .invalid("“day” must be a day")
    }
    let now = store.clock()
    var parts = VisitParts(found.visits, store, asked.visitor.workspace)
    return try web.exports.csv("visits", Self.visitColumns, asked.visitor, filter: filter.audited) {
      csv, zone in
      let part = try parts.next()
      for (visit, way) in part { csv.visit(visit, by: way, now, &zone) }
      return (part.count, parts.isOver)
    }
  }

  /// `GET /w/{ws}/visits.json`: with the page's filter, streamed.
  @Sendable func visitsJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let filter = VisitFilter(asked.request.query.pairs)
    guard let found = try allVisits(asked, filter) else {
      throw .invalid("“day” must be a day")
    }
    web.members.noteLook(
      asked.visitor, page: "visits", subject: filter.responder.map { "responder \($0)" } ?? "everybody")
    let document = VisitDocument(
      of: found.day, VisitParts(found.visits, store, asked.visitor.workspace), now: store.clock())
    return .stream(document, contentType: "application/json; charset=utf-8")
  }
}

extension CSVWriter {
  fileprivate mutating func visit(_ visit: Visit, by leg: VisitLeg?, _ now: Timestamp, _ zone: inout Zone) {
    number(visit.id.rawValue)
    number(visit.responder.rawValue)
    text(visit.name)
    number(visit.outlet.id.rawValue)
    text(visit.outlet.name)
    text(visit.outlet.externalID)
    instant(visit.planned.from, &zone)
    instant(visit.planned.to, &zone)
    text(visit.state(at: now).rawValue)
    for check in [visit.checkIn, visit.checkOut] {
      instant(check?.at, &zone)
      text(check?.verdict.word.rawValue)
      number(check.map { ($0.verdict.distance * 10).rounded() / 10 })
      text(check?.verdict.reason)
    }
    number(visit.stay.map { Double($0) / 1_000 })
    number(leg?.from.rawValue)
    number(leg?.seconds)
    number(leg?.travelled.map(VisitLeg.metres))
    number(leg.map { VisitLeg.metres($0.straight) })
    endRow()
  }
}
