import Foundation

/// The addresses of files for browsers. Each carries a hash of the file's content, so that it can be cached
/// for ever and a new version is fetched at once.
struct Assets: Sendable {
  /// Address by file name, e.g. `rollcall.css` → `/assets/rollcall.css?v=…`.
  let addresses: [String: String]

  /// The addresses of the files in `directory`, which the server offers under `path`.
  ///
  /// - Throws: when the directory or a file in it cannot be read.
  init(directory: String, path: String = "/assets") throws {
    var addresses: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
      let file = URL(fileURLWithPath: directory).appendingPathComponent(name)
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
      let hash = ContentHash.of(try Data(contentsOf: file))
      addresses[name] = "\(path)/\(name)?v=\(hash)"
    }
    self.addresses = addresses
  }

  /// As templates see them: `{{assets.rollcall_css}}`, since a dot has a meaning of its own in templates.
  var fields: Fields {
    var fields: [String: Any] = [:]
    for (name, address) in addresses { fields[Self.key(name)] = address }
    return Fields(fields)
  }

  private static func key(_ name: String) -> String {
    String(decoding: name.utf8.map { $0 == UInt8(ascii: ".") ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
  }
}
