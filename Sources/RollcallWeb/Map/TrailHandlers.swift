import HTTPServer
import Rollcall
import RollcallStore
import RollcallWire

extension MapWeb {
  /// The most people whose trails are drawn at once.
  private static let trailLimit = 100
  /// How far a trail reaches back.
  private static let trailLength: Milliseconds = 3_600_000

  /// `GET /w/{ws}/map/trails.json`: the last hour of people on duty: one `responder`, or those who match the
  /// page's filter.
  @Sendable func mapTrailsJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let wanted = asked.request.query["responder"].map { Int64($0) ?? -1 }
    let view = try web.liveness.boardView(asked, Self.liveFilter(asked))
    let people = view.items.lazy.map(\.entry).filter {
      $0.live.duty.isWatched && (wanted == nil || $0.id.rawValue == wanted)
    }
    if let wanted, people.isEmpty { throw .notFound("responder \(wanted)") }
    let shown = Array(people.prefix(Self.trailLimit))
    web.members.recordView(
      asked.visitor, page: "trails", subject: wanted.map { "responder \($0)" } ?? "everybody")
    let span = TimeSpan(from: view.now.advanced(by: -Self.trailLength), to: view.now.advanced(by: 1))
    var writer = JSONWriter(reserving: 65_536)
    let trails = try shown.map { entry throws(StoreError) in
      (
        entry,
        try store.map.trail(of: entry.id, in: workspace, span, gap: entry.live.force.thresholds?.degraded)
      )
    }
    writer.object { root in
      root.member("at", view.now)
      root.member("from", span.from)
      root.member("on_duty", people.count)
      root.array("trails") { list in
        for (entry, trail) in trails {
          list.object { one in
            one.member("id", entry.id)
            one.member("name", entry.person.name)
            one.array("segments") { for part in trail { $0.segment(part) } }
          }
        }
      }
    }
    return .json(writer.bytes)
  }
}

extension JSONWriter {
  fileprivate mutating func segment(_ part: TrailSegment) {
    object {
      $0.member("from", part.span.from)
      $0.member("to", part.span.to)
      $0.array("points") { $0.points(part.places) }
    }
  }
}
