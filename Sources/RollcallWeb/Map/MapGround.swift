import HTTPServer
import HTTPTypes
public import RollcallStore

/// What lies under a map.
public enum MapGround: Sendable {
  /// A plain background.
  case plain
  /// The operator's server of tiles, which browsers ask.
  case server(MapTiles)
  /// A file on this machine, and whose map it is.
  case file(MapFile, attribution: String)

  /// The origins of images that a browser must be allowed; `nil` = none but those of pages without a map.
  var imageOrigins: String? {
    switch self {
    case .plain: nil
    case .server(let tiles): tiles.origin
    case .file: ""
    }
  }
}

extension Web {
  /// The addresses that pages of a workspace need to show a map.
  func mapAddresses(_ slug: String) -> MapAddresses {
    var addresses = MapAddresses(
      script: mapFiles.script, style: mapFiles.style, clusterScript: mapFiles.clusterScript,
      clusterStyle: mapFiles.clusterStyle)
    switch mapGround {
    case .plain: break
    case .server(let tiles):
      (addresses.tiles, addresses.attribution) = (tiles.template, tiles.attribution)
    case .file(let file, let attribution):
      addresses.tiles = "/w/\(slug)/map/tiles/{z}/{x}/{y}?v=\(ContentHash.of(Array(file.version.utf8)))"
      addresses.attribution = attribution
      (addresses.leastZoom, addresses.mostZoom) = (file.zooms.lowerBound, file.zooms.upperBound)
    }
    return addresses
  }
}

extension MapWeb {
  /// `GET /w/{ws}/map/tiles/{z}/{x}/{y}`: an image of the map file, for members alone.
  @Sendable func mapTile(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let numbers = ["z", "x", "y"].map { asked.request.parameters[$0].flatMap { Int($0) } }
    guard case .file(let file, _) = web.mapGround, let zoom = numbers[0], let column = numbers[1],
      let row = numbers[2]
    else { throw .notFound("map tile") }
    // A browser complains about each image that is not found: outside of the map there is nothing to see.
    guard let tile = try file.tile(zoom: zoom, column: column, row: row) else { return Response(.noContent) }
    var response = Response(.ok, body: .bytes(tile.bytes))
    response.headers[.contentType] = tile.mediaType
    // The address changes with the file.
    response.headers[.cacheControl] = "private, max-age=604800"
    return response
  }
}
