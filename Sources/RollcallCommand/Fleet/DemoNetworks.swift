import Foundation
import Rollcall
import RollcallServer

/// The networks of the demo: made up, of addresses that are kept for documentation (`scripts/make-geoip`).
enum DemoNetworks {
  /// From where phones may tell the server another address than their own.
  static let proxies = ["127.0.0.1", "::1"]
  private static let names = ["demo-city", "demo-asn", "demo-anonymous"]

  /// The address of somebody's phone, in the network that calls itself Demo Mobile, in Slovenia.
  static func home(of responder: Int64) -> String { "192.0.2.\(1 + responder % 254)" }

  /// The files that know these networks, as if they had been made now: what is made up does not grow old.
  ///
  /// - Parameter folder: Where the copies are put, whose paths are returned.
  /// - Throws: `SettingsError`, when a file is missing or is none.
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

  /// Writes another date into a file of MaxMind's format; false when there is none in it.
  private static func date(_ content: inout Data, _ now: Timestamp) -> Bool {
    guard let word = content.range(of: Data("build_epoch".utf8), options: .backwards),
      let head = content[word.upperBound...].first, content[word.upperBound...].dropFirst().first == 2
    else { return false }
    // Two bytes said that an integer of up to eight bytes follows, and of how many; the highest byte is the first.
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
