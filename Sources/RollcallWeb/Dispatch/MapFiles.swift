import Foundation
import HTTPServer

/// Leaflet as the system packages it (Debian: `libjs-leaflet`), served by us; nothing when it is not installed.
struct MapFiles: Sendable {
  /// The address of its script; empty without it.
  let script: String
  /// The address of its style.
  let style: String
  private let files: StaticFiles

  private static let path = "/assets/leaflet"
  private static let names = ["leaflet.min.js", "leaflet.css"]

  /// What lies in `directory`.
  init(directory: String) {
    var contents: [String: [UInt8]] = [:]
    for name in Self.names {
      contents[name] = (try? Data(contentsOf: URL(fileURLWithPath: directory + "/" + name))).map(Array.init)
    }
    // Half of it is of no use.
    if contents.count < Self.names.count { contents = [:] }
    let addresses = Self.names.map { name in
      contents[name].map { "\(Self.path)/\(name)?v=\(ContentHash.of($0))" } ?? ""
    }
    (script, style) = (addresses[0], addresses[1])
    files = StaticFiles(contents)
  }

  /// A route for each file.
  var routes: [Route] { files.routes(under: Self.path) }
}
