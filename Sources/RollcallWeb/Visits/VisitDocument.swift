import HTTPServer
import Rollcall
import RollcallStore
import RollcallWire

/// The visits of a day as one JSON document, made while it is downloaded: `{"at", "day", "visits": [{…}]}`.
final class VisitDocument: BodySource, @unchecked Sendable {
  // Called by one thread at a time, as `BodySource` promises.

  private let head: [UInt8]
  private let now: Timestamp
  private var parts: VisitParts
  private var hasBegun = false
  private var isFirst = true
  private var isOver = false

  init(of day: CivilDate, _ parts: VisitParts, now: Timestamp) {
    (self.parts, self.now) = (parts, now)
    var writer = JSONWriter()
    writer.object { root in
      root.member("at", now)
      root.member("day", day.isoDay)
      root.key("visits")
      root.raw("[".utf8)
    }
    // The object stays open: its end comes after the visits.
    head = writer.bytes.dropLast()
  }

  /// The next part; `nil` after the last. Blocks.
  func next() throws -> [UInt8]? {
    guard !isOver else { return nil }
    var bytes = hasBegun ? [] : head
    hasBegun = true
    for (visit, way) in try parts.next() {
      var writer = JSONWriter(reserving: 512)
      writer.dayVisit(visit, by: way, at: now)
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      bytes += writer.bytes
      isFirst = false
    }
    guard parts.isOver else { return bytes }
    isOver = true
    bytes += Array("]}".utf8)
    return bytes
  }
}

extension JSONWriter {
  /// A visit, and the way to it where that is known.
  mutating func dayVisit(_ visit: Visit, by leg: VisitLeg?, at now: Timestamp) {
    object {
      $0.visit(visit)
      $0.member("state", visit.state(at: now).rawValue)
      $0.member("stay_s", visit.stay.map { Double($0) / 1_000 })
      $0.member("responder_id", visit.responder)
      $0.member("responder", visit.name)
      $0.object("outlet") { $0.outlet(visit.outlet) }
      guard let leg else { return $0.member("way", nil as String?) }
      $0.object("way") { $0.way(leg) }
    }
  }

  fileprivate mutating func way(_ leg: VisitLeg) {
    member("from_visit_id", leg.from)
    member("s", leg.seconds)
    member("m", leg.travelled.map(Words.tenths))
    member("straight_m", Words.tenths(leg.straight))
  }
}
