import HTTPServer
import Rollcall
import RollcallStore
import RollcallWire

extension Web {
  /// More visits than a workspace has in a day.
  private static let wholeDay = 1_000_000

  private static let visitColumns = [
    "visit_id", "responder_id", "responder", "outlet_id", "outlet", "external_id", "from", "to", "state",
    "check_in_at", "check_in_verdict", "check_in_distance_m", "check_in_reason", "check_out_at",
    "check_out_verdict", "check_out_distance_m", "check_out_reason", "stay_s",
    "way_from_visit_id", "way_s", "way_m", "way_straight_m",
  ]

  /// `GET /w/{ws}/visits.csv`: with the page's filter.
  @Sendable func visitsCSV(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let filter = VisitFilter(asked.request.query.pairs)
    guard let found = try visits(asked, filter, limit: Self.wholeDay) else {
      throw .invalid("“day” must be a day")
    }
    let now = store.clock()
    let ways = try ways(to: found.visits, asked)
    var rest = found.visits[...]
    return try csv("visits", Self.visitColumns, asked.visitor, filter: filter.audited) { csv, zone in
      let page = rest.prefix(Self.exportPage)
      for visit in page { csv.visit(visit, by: ways[visit.id], now, &zone) }
      rest = rest.dropFirst(Self.exportPage)
      return (page.count, rest.isEmpty)
    }
  }

  /// `GET /w/{ws}/visits.json`: with the page's filter.
  @Sendable func visitsJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let filter = VisitFilter(asked.request.query.pairs)
    guard let found = try visits(asked, filter, limit: Self.wholeDay) else {
      throw .invalid("“day” must be a day")
    }
    noteLook(
      asked.visitor, page: "visits", subject: filter.responder.map { "responder \($0)" } ?? "everybody")
    let now = store.clock()
    let ways = try ways(to: found.visits, asked)
    var writer = JSONWriter(reserving: found.visits.count * 500 + 128)
    writer.object { root in
      root.member("at", now)
      root.member("day", found.day.isoDay)
      root.array("visits") { list in
        for visit in found.visits {
          list.object {
            $0.visit(visit)
            $0.member("state", visit.state(at: now).rawValue)
            $0.member("stay_s", visit.stay.map { Double($0) / 1_000 })
            $0.member("responder_id", visit.responder)
            $0.member("responder", visit.name)
            $0.object("outlet") { $0.outlet(visit.outlet) }
            guard let way = ways[visit.id] else { return $0.member("way", nil as String?) }
            $0.object("way") { $0.way(way) }
          }
        }
      }
    }
    return .json(writer.bytes)
  }
}

extension Web {
  /// How they came to each visit from the one before.
  private func ways(
    to visits: [Visit], _ asked: ConsoleRequest
  ) throws(StoreError) -> [Visit.ID: VisitLeg] {
    let legs = try store.legs(of: visits, in: asked.visitor.workspace)
    return Dictionary(legs.map { ($0.to, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension VisitLeg {
  /// Seconds on the way.
  fileprivate var seconds: Double? { span.map { Double($0.length) / 1_000 } }
  /// Metres to the tenth.
  fileprivate static func metres(_ metres: Double) -> Double { (metres * 10).rounded() / 10 }
}

extension JSONWriter {
  fileprivate mutating func way(_ leg: VisitLeg) {
    member("from_visit_id", leg.from)
    member("s", leg.seconds)
    member("m", leg.travelled.map(VisitLeg.metres))
    member("straight_m", VisitLeg.metres(leg.straight))
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
