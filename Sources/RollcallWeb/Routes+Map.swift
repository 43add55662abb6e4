import HTTPServer
import HTTPTypes
import Rollcall

extension Web {
  /// Where everybody is now.
  var mapRoutes: [Route] {
    [
      console(.get, "/w/{ws}/map", .viewLiveMap, liveMap),
      console(.get, "/w/{ws}/map.json", .viewLiveMap, liveMapJSON),
      console(.get, "/w/{ws}/map/ground.json", .viewLiveMap, mapGroundJSON),
      console(.get, "/w/{ws}/map/trails.json", .viewLiveMap, mapTrailsJSON),
    ]
  }
}
