import HTTPServer
import HTTPTypes
import Rollcall

/// Positions and regions.
struct MapWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    [
      door.console(.get, "/w/{ws}/incidents/new/map.json", .viewLiveMap, mapJSON),
      door.console(.get, "/w/{ws}/map", .viewLiveMap, past: .viewHistory, liveMap),
      door.console(.get, "/w/{ws}/map.json", .viewLiveMap, past: .viewHistory, liveMapJSON),
      door.console(.get, "/w/{ws}/map/ground.json", .viewPeople, mapGroundJSON),
      door.console(.get, "/w/{ws}/map/trails.json", .viewLiveMap, mapTrailsJSON),
      door.console(.get, "/w/{ws}/map/tiles/{z}/{x}/{y}", .viewPeople, mapTile),
    ] + regionRoutes
  }
}

extension Web {
  var map: MapWeb { MapWeb(web: self) }
}
