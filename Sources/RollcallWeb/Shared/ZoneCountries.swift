import Foundation

/// The countries of time zones, as the system's zone data tells them.
enum ZoneCountries {
  private static let table: [String: String] = {
    guard let data = FileManager.default.contents(atPath: "/usr/share/zoneinfo/zone.tab") else { return [:] }
    var table: [String: String] = [:]
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: "\t")
      if parts.count >= 3 { table[String(parts[2])] = String(parts[0]) }
    }
    return table
  }()

  /// The code of the country of a zone; `nil` for one of none or several, and without the system's data.
  static func country(of zone: String) -> String? { table[zone] }
}
