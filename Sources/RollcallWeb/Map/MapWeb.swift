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
      door.console(.get, "/w/{ws}/map", .viewLiveMap, liveMap),
      door.console(.get, "/w/{ws}/map.json", .viewLiveMap, liveMapJSON),
      door.console(.get, "/w/{ws}/map/ground.json", .viewLiveMap, mapGroundJSON),
      door.console(.get, "/w/{ws}/map/trails.json", .viewLiveMap, mapTrailsJSON),
      door.console(.get, "/w/{ws}/map/tiles/{z}/{x}/{y}", .viewLiveMap, mapTile),
    ] + regionRoutes
  }
}

extension Web {
  var map: MapWeb { MapWeb(web: self) }
}
