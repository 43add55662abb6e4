import Foundation
import Testing

@testable import RollcallWeb

/// Writes the map's pages, as `ActingPreviewTests` does the others.
@Suite("Pages of the map, for the browser tests", .enabled(if: Previews.folder != nil))
struct MapPreviewTests {
  @Test("every page and its states are written")
  func write() throws {
    try Previews.write(Self.pages)
  }

  private static var pages: [(name: String, page: any Page)] {
    [
      // The tests serve Leaflet themselves, from where Debian puts it, and allow no other server.
      ("map", LiveMapPage.example(files: .untiled)), ("map-bare", LiveMapPage.example(files: MapAddresses())),
      ("map-nobody", LiveMapPage.example(files: MapAddresses(), rows: [])),
      ("settings-regions", RegionsPage.example(files: .untiled)), ("settings-regions-none", RegionsPage.none),
      ("settings-regions-wrong", RegionsPage.example(files: .untiled, isWrong: true)),
    ]
  }
}

extension MapAddresses {
  /// With a plain ground.
  fileprivate static var untiled: MapAddresses {
    var files = MapAddresses.sample
    (files.tiles, files.attribution) = ("", "")
    return files
  }
}
