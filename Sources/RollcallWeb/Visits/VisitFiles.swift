import HTTPServer
import Rollcall
import RollcallStore

/// A visit of a day, for files and programs.
struct VisitLine: Sendable {
  let visit: Visit
  /// The way to it.
  let way: VisitLeg?
  let now: Timestamp

  static let table = Table<VisitLine> {
    Column("visit_id", "Its number.") { $0.visit.id }
    Column("responder_id") { $0.visit.responder }
    Column("responder", "Who is to go.") { $0.visit.name }
    Column("outlet_id") { $0.visit.outlet.id }
    Column("outlet") { $0.visit.outlet.name }
    Column("external_id", "Where to.") { $0.visit.outlet.externalID }
    Column("from") { $0.visit.planned.from }
    Column("to", "For when it is planned.") { $0.visit.planned.to }
    Column("state", "What became of it.") { $0.visit.state(at: $0.now).rawValue }
    check("check_in", about: "Their check-in: when, what it proves, how far away and why.") { $0.checkIn }
    check("check_out", about: "Their check-out, likewise.") { $0.checkOut }
    Column("stay_s", "Seconds between them.") { $0.visit.stay.map { Seconds($0) } }
    Column("way_from_visit_id") { $0.way?.from }
    Column("way_s") { $0.way?.seconds }
    Column("way_m") { $0.way?.travelled.map(Words.tenths) }
    Column("way_straight_m", "The way to it: from which visit, seconds, along positions, straight.") {
      $0.way.map { Words.tenths($0.straight) }
    }
  }

  private static func check(
    _ name: String, about: String, _ check: @escaping @Sendable (Visit) -> Visit.Check?
  ) -> [Column<VisitLine>] {
    [
      Column("\(name)_at") { check($0.visit)?.at },
      Column("\(name)_verdict") { check($0.visit)?.verdict.word.rawValue },
      Column("\(name)_distance_m") { check($0.visit).map { Words.tenths($0.verdict.distance) } },
      Column("\(name)_reason", about) { check($0.visit)?.verdict.reason },
    ]
  }
}

extension VisitWeb {
  /// `GET /w/{ws}/visits.csv`: with the page's filter.
  @Sendable func visitsCSV(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let filter = VisitFilter(asked.request.query.pairs)
    let found = try allVisits(asked, filter)
    let now = store.clock()
    var parts = VisitParts(found.visits, store, asked.visitor.workspace)
    return try web.exports.csv(
      "visits", VisitLine.table, asked.visitor, filter: filter.audited, in: found.time.span
    ) {
      let part = try parts.next()
      return (part.map { VisitLine(visit: $0.visit, way: $0.way, now: now) }, parts.isOver)
    }
  }

  /// `GET /w/{ws}/visits.json`: with the page's filter, streamed.
  @Sendable func visitsJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let filter = VisitFilter(asked.request.query.pairs)
    let found = try allVisits(asked, filter)
    web.members.recordView(
      asked.visitor, page: "visits", subject: filter.person.map { "responder \($0.rawValue)" } ?? "everybody")
    let document = VisitDocument(
      of: found.time.day, VisitParts(found.visits, store, asked.visitor.workspace), now: store.clock())
    return try web.exports.named(
      .stream(document, contentType: "application/json; charset=utf-8"), "visits", asked.visitor,
      in: found.time.span)
  }
}
