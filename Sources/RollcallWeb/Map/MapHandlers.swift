import HTTPServer
import Rollcall
import RollcallStore
import RollcallWire

extension MapWeb {
  /// `GET /w/{ws}/incidents/new/map.json`: the content of the map for picking a place.
  @Sendable func mapJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let outlets = try store.visits.outlets(of: workspace.id)
    let regions = try store.fleet.mappedRegions(of: workspace.id)
    let now = store.liveness.vouchedUntil
    let people = store.liveness.board(of: workspace.id).filter { $0.live.duty.isWatched && $0.place != nil }
      .sorted { $0.id.rawValue < $1.id.rawValue }
    web.members.recordView(asked.visitor, page: "map", subject: "everybody")
    var writer = JSONWriter(reserving: 4_096 + 200 * (outlets.count + min(people.count, Self.mapLimit)))
    writer.object { root in
      root.member("at", now)
      root.member("on_duty", Int64(people.count))
      root.array("people") { list in
        for entry in people.prefix(Self.mapLimit) { list.object { $0.onMap(entry, at: now) } }
      }
      root.ground(regions, outlets.prefix(Self.mapLimit))
    }
    return .json(writer.bytes)
  }

}

extension JSONWriter {
  fileprivate mutating func onMap(_ entry: BoardEntry, at now: Timestamp) {
    let pill = StatusPill(entry.live.settled(at: now).status)
    member("id", entry.id.rawValue)
    member("name", entry.person.name)
    member("status", pill.name)
    member("word", pill.word)
    member("shape", pill.shape)
    member("lat", entry.position?.latitude)
    member("lng", entry.position?.longitude)
  }
}
