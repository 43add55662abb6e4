import Rollcall
import RollcallStore
import RollcallWire

/// A track as a file, written point by point.
protocol TrackWriter {
  /// The file's ending, by which programs recognise it.
  static var ending: String { get }
  /// Its type.
  static var contentType: String { get }
  /// The bytes written since the last call.
  mutating func take() -> [UInt8]
  /// The next point; `isNew` = the way from the one before is unknown.
  mutating func point(_ ping: HistoryPing, isNew: Bool)
  /// The end of the file.
  mutating func end()
}

/// GPX 1.1: a segment for each piece of the track without a gap.
struct GPXWriter: TrackWriter {
  static let ending = "gpx"
  static let contentType = "application/gpx+xml"

  private var bytes: [UInt8] = []
  private var isInside = false

  /// A person's track; characters that XML does not allow are left out of the name.
  init(name: String) {
    let known = name.unicodeScalars.filter { $0.value >= 0x20 && $0.value & 0xFFFE != 0xFFFE }
    write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="Rollcall" xmlns="http://www.topografix.com/GPX/1/1">
      <trk><name>\(ScalarHTML().escapeText(String(String.UnicodeScalarView(known))))</name>

      """)
  }

  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  mutating func point(_ ping: HistoryPing, isNew: Bool) {
    if isInside, isNew { write("</trkseg>\n") }
    if !isInside || isNew { write("<trkseg>\n") }
    isInside = true
    let position = ping.ping.position
    write("<trkpt lat=\"\(Self.decimal(position.latitude))\" lon=\"\(Self.decimal(position.longitude))\">")
    if let altitude = ping.ping.altitude { write("<ele>\(Self.decimal(altitude))</ele>") }
    write("<time>\(ping.effective.rfc3339)</time>")
    // The words are our own.
    if !ping.flags.isEmpty { write("<cmt>\(ping.flags.names.joined(separator: " "))</cmt>") }
    write("</trkpt>\n")
  }

  mutating func end() {
    if isInside { write("</trkseg>\n") }
    write("</trk>\n</gpx>\n")
  }

  private mutating func write(_ text: String) { bytes += Array(text.utf8) }

  /// A number without exponent, which XML's decimals do not have; below the tenth place, nearer than an atom, it ends.
  static func decimal(_ value: Double) -> String {
    let text = value.description
    guard text.utf8.contains(UInt8(ascii: "e")) else { return text }
    guard abs(value) < 1 else { return Int64(exactly: value.rounded()).map { "\($0)" } ?? "0" }
    let parts = Int64((abs(value) * 1e10).rounded())
    let digits = String(parts)
    return
      "\(value < 0 && parts > 0 ? "-" : "")0.\(String(repeating: "0", count: 10 - digits.utf8.count))\(digits)"
  }
}

/// GeoJSON (RFC 7946): a line for each piece of the track without a gap, with its times in `coordTimes`, and
/// a point for each doubtful position.
struct GeoJSONWriter: TrackWriter {
  static let ending = "geojson"
  static let contentType = "application/geo+json"

  private var bytes = Array(#"{"type":"FeatureCollection","features":["#.utf8)
  private var isFirst = true
  private var line: [HistoryPing] = []
  /// Whether the line begins with the last place of the previous one.
  private var isContinued = false

  /// Further points become another line, which begins with the last of the previous one. The times of a line
  /// come after its places, so all of them are held in memory.
  static let longest = 5_000

  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  mutating func point(_ ping: HistoryPing, isNew: Bool) {
    if isNew { endLine() }
    line.append(ping)
    if line.count == Self.longest {
      endLine()
      (line, isContinued) = ([ping], true)
    }
    if !ping.flags.isEmpty { doubt(ping) }
  }

  mutating func end() {
    endLine()
    bytes += Array("\n]}\n".utf8)
  }

  /// A line has at least two places; a position alone is a point.
  private mutating func endLine() {
    defer { (line, isContinued) = ([], false) }
    guard line.count > 1 else {
      if let only = line.first, only.flags.isEmpty, !isContinued { doubt(only) }
      return
    }
    feature { [line] feature in
      feature.key("geometry")
      feature.object { geometry in
        geometry.member("type", "LineString")
        geometry.array("coordinates") { list in for ping in line { Self.place(ping, &list) } }
      }
      feature.key("properties")
      feature.object { properties in
        properties.array("coordTimes") { list in for ping in line { list.value(ping.effective.rfc3339) } }
      }
    }
  }

  private mutating func doubt(_ ping: HistoryPing) {
    feature { feature in
      feature.key("geometry")
      feature.object { geometry in
        geometry.member("type", "Point")
        geometry.key("coordinates")
        Self.place(ping, &geometry)
      }
      feature.key("properties")
      feature.object { properties in
        properties.member("time", ping.effective.rfc3339)
        properties.member("accuracy_m", ping.ping.accuracy)
        properties.array("flags") { list in for name in ping.flags.names { list.value(name) } }
      }
    }
  }

  private mutating func feature(_ members: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(reserving: 4_096)
    writer.object { feature in
      feature.member("type", "Feature")
      members(&feature)
    }
    bytes += Array((isFirst ? "\n" : ",\n").utf8) + writer.bytes
    isFirst = false
  }

  private static func place(_ ping: HistoryPing, _ list: inout JSONWriter) {
    list.array { place in
      place.value(ping.ping.position.longitude)
      place.value(ping.ping.position.latitude)
      if let altitude = ping.ping.altitude { place.value(altitude) }
    }
  }
}
