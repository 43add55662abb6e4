import Foundation
import Rollcall
import RollcallServer

/// The networks of the demo: fictitious, with addresses reserved for documentation (`scripts/make-geoip`).
enum DemoNetworks {
  /// The peers from which phones may state an address other than their own.
  static let proxies = ["127.0.0.1", "::1"]
  private static let names = ["demo-city", "demo-asn", "demo-anonymous"]

  /// The address of a responder's phone, in the network called Demo Mobile, in Slovenia.
  static func home(of responder: Int64) -> String { "192.0.2.\(1 + responder % 254)" }

  /// Copies of the database files that know these networks, dated now so that they do not count as old.
  ///
  /// - Parameter folder: The folder of the copies, whose paths are returned.
  /// - Throws: `SettingsError`, when a file is missing or invalid.
  static func files(
    in places: Places, copiedTo folder: URL, at now: Timestamp
  ) throws(SettingsError) -> [String] {
    var paths: [String] = []
    for name in names {
      let source = "\(places.seeds)/geoip/\(name).mmdb"
      let copy = folder.appendingPathComponent("\(name).mmdb")
      do {
        var content = try Data(contentsOf: URL(fileURLWithPath: source))
        guard date(&content, now) else { throw SettingsError("it does not say when it was made") }
        try content.write(to: copy)
      } catch { throw SettingsError("\(source): \(Words.of(error))") }
      paths.append(copy.path)
    }
    return paths
  }

  /// Changes the date in a file of MaxMind's format; false when it has none.
  private static func date(_ content: inout Data, _ now: Timestamp) -> Bool {
    guard let word = content.range(of: Data("build_epoch".utf8), options: .backwards),
      let head = content[word.upperBound...].first, content[word.upperBound...].dropFirst().first == 2
    else { return false }
    // Two bytes state that an integer follows, and of how many bytes, up to eight; the highest byte is the
    // first.
    let size = Int(head & 0x1F)
    let first = word.upperBound + 2
    guard head >> 5 == 0, (4...8).contains(size), first + size <= content.endIndex else { return false }
    let seconds = UInt64(clamping: now.milliseconds / 1_000)
    for place in 0..<size {
      content[first + place] = UInt8(truncatingIfNeeded: seconds >> UInt64((size - 1 - place) * 8))
    }
    return true
  }
}
