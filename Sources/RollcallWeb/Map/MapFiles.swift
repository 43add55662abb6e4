import Foundation
import HTTPServer

/// Leaflet as packaged by the system (Debian: `libjs-leaflet`, `libjs-leaflet.markercluster`), served by us;
/// empty when it is not installed.
struct MapFiles: Sendable {
  /// The address of its script; empty without it.
  let script: String
  /// The address of its style.
  let style: String
  /// The address of the script that clusters markers; empty without it.
  let clusterScript: String
  /// The address of its style.
  let clusterStyle: String
  /// The operator's geocoder.
  let outsidePlaces: OutsidePlaces
  private let files: StaticFiles

  private static let path = "/assets/leaflet"
  private static let names = ["leaflet.min.js", "leaflet.css"]
  private static let clusterNames = ["leaflet.markercluster.min.js", "MarkerCluster.css"]

  /// The files in `directory`.
  init(directory: String, outsidePlaces: OutsidePlaces = .none) {
    self.outsidePlaces = outsidePlaces
    let main = Self.read(Self.names, in: directory)
    // Gathering markers is of no use without any.
    let cluster = main.isEmpty ? [:] : Self.read(Self.clusterNames, in: directory)
    func address(_ name: String) -> String {
      (main[name] ?? cluster[name]).map { "\(Self.path)/\(name)?v=\(ContentHash.of($0))" } ?? ""
    }
    (script, style) = (address(Self.names[0]), address(Self.names[1]))
    (clusterScript, clusterStyle) = (address(Self.clusterNames[0]), address(Self.clusterNames[1]))
    files = StaticFiles(main.merging(cluster) { first, _ in first })
  }

  /// A route for each file.
  var routes: [Route] { files.routes(under: Self.path) }

  /// The files of these names; none if one is missing, because half of them is useless.
  private static func read(_ names: [String], in directory: String) -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in names {
      contents[name] = (try? Data(contentsOf: URL(fileURLWithPath: directory + "/" + name))).map(Array.init)
    }
    return contents.count == names.count ? contents : [:]
  }
}
