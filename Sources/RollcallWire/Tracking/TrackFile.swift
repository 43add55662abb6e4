public import Rollcall

/// A track recorded elsewhere, read from a file: GPX 1.0 or 1.1, GeoJSON (RFC 7946), or CSV with a header.
///
/// GeoJSON: points with `time`, `timestamp` or `recorded_at` among their properties, and lines with the list
/// `coordTimes`, `times` or, in `coordinateProperties`, `times`. CSV: the columns of `history.csv`, and their
/// common other names.
public struct TrackFile: Equatable, Sendable {
  /// The format of a file.
  public enum Format: String, Sendable {
    case gpx = "GPX"
    case geoJSON = "GeoJSON"
    case csv = "CSV"
  }

  /// The largest file, bytes: a day at one point a second.
  public static let largest = 16 << 20
  /// No recorder of positions is older: 1990-01-01T00:00:00Z. Faulty ones say 1901 or 1970.
  static let earliestPlausible = Timestamp(milliseconds: 631_152_000_000)

  /// The format of the file.
  public let format: Format
  /// The dated points in the order of the file; whether they are mock ones is unknown unless the file says
  /// so.
  public let pings: [Ping]
  /// How many points had no readable place.
  public let unplaced: Int
  /// How many had a place and no usable time.
  public let undated: Int

  /// Parses a file, ignoring its name.
  ///
  /// - Throws: `TrackFileError` when it is too large, malformed, or without a single point.
  public init(_ bytes: [UInt8]) throws(TrackFileError) {
    guard bytes.count <= Self.largest else { throw .tooLarge }
    var points = TrackPoints()
    format = Self.format(of: bytes)
    switch format {
    case .gpx: try Self.readGPX(bytes, &points)
    case .geoJSON: try GeoJSONTrack.read(bytes, &points)
    case .csv: try CSVTrack.read(bytes, &points)
    }
    guard points.count > 0 else { throw .empty(format) }
    (pings, unplaced, undated) = (points.pings, points.unplaced, points.undated)
  }

  /// Decided by the first byte that is not blank, because file names are unreliable.
  private static func format(of bytes: [UInt8]) -> Format {
    let first = bytes.first { $0 > UInt8(ascii: " ") && ![0xEF, 0xBB, 0xBF].contains($0) }
    return switch first {
    case UInt8(ascii: "<"): .gpx
    case UInt8(ascii: "{"), UInt8(ascii: "["): .geoJSON
    default: .csv
    }
  }

  private static func readGPX(_ bytes: [UInt8], _ points: inout TrackPoints) throws(TrackFileError) {
    do throws(GPXError) {
      let reader = try GPXReader(bytes)
      for point in reader.points {
        points.add(point.position, at: point.time) {
          $0.altitude = point.elevation
          $0.speed = point.speed
          $0.heading = point.heading
        }
      }
      for _ in 0..<reader.unplaced { points.add(nil, at: nil) { _ in } }
    } catch {
      throw .broken(error.description)
    }
  }
}

/// Why a file is not a track.
public enum TrackFileError: Error, Equatable, CustomStringConvertible {
  /// More than ``TrackFile/largest`` bytes.
  case tooLarge
  /// Not well-formed: where, in words.
  case broken(String)
  /// Well-formed, and without a point.
  case empty(TrackFile.Format)

  /// The same for people.
  public var description: String {
    switch self {
    case .tooLarge: "larger than \(TrackFile.largest >> 20) MB"
    case .broken(let words): words
    case .empty(let format): "a \(format.rawValue) file without a single point"
    }
  }
}

/// The points found in a file.
struct TrackPoints {
  private(set) var pings: [Ping] = []
  private(set) var unplaced = 0
  private(set) var undated = 0

  var count: Int { pings.count + unplaced + undated }

  /// Adds a point; `fill` adds its other values. A value out of range becomes unknown.
  mutating func add(_ position: Position?, at time: Timestamp?, fill: (inout Ping) -> Void) {
    guard let position else { return unplaced += 1 }
    guard let time, time >= TrackFile.earliestPlausible else { return undated += 1 }
    var ping = Ping(position: position, isMock: .unknown)
    ping.recordedAt = time
    fill(&ping)
    if let speed = ping.speed, speed < 0 { ping.speed = nil }
    if let heading = ping.heading, !(0...360).contains(heading) { ping.heading = nil }
    if let battery = ping.batteryLevel, !(0...1).contains(battery) { ping.batteryLevel = nil }
    pings.append(ping)
  }

  /// A time in a file: in the formats of other apps, or without a zone, which means UTC.
  static func time(_ value: AdapterValue) -> Timestamp? {
    ForeignTime(value).known ?? value.string.flatMap { Timestamp(rfc3339: $0 + "Z") }
  }
}
