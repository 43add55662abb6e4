import Rollcall

/// Collects the track points of one GPX document. Elements are matched by their local name, because recorders
/// differ in namespaces and prefixes.
struct GPXReader {
  /// The points that have coordinates.
  private(set) var points: [GPXTrack.Point] = []
  /// How many had none.
  private(set) var unplaced = 0

  /// The elements that this reader uses.
  private enum Element { case point, elevation, time, speed, heading, other }

  /// The open elements, outermost first.
  private var open: [Element] = []
  private var point: GPXTrack.Point?
  private var text: [UInt8] = []

  /// More than any number or time needs; a longer text is neither.
  private static let longestText = 64

  /// Reads a whole document.
  init(_ document: [UInt8]) throws(GPXError) {
    var scanner = XMLScanner(document)
    while let event = try scanner.next() {
      switch event {
      case .open(let name, let attributes, let closes):
        begin(name, attributes)
        if closes { end() }
      case .close:
        end()
      case .text(let bytes):
        guard let element = open.last, element != .point, element != .other, text.count <= Self.longestText
        else { continue }
        text += bytes.prefix(Self.longestText + 1)
      }
    }
  }

  private mutating func begin(_ name: ArraySlice<UInt8>, _ attributes: ArraySlice<UInt8>) {
    text = []
    let element = element(name)
    open.append(element)
    guard element == .point else { return }
    point = Self.position(attributes).map { GPXTrack.Point(position: $0) }
    if point == nil { unplaced += 1 }
  }

  /// Elevation and time count only directly in a track point, because extensions have elements of these names
  /// too. Speed and course have moved into extensions since GPX 1.0.
  private func element(_ name: ArraySlice<UInt8>) -> Element {
    if ("trkpt" as StaticString).matches(name) { return .point }
    if open.contains(.point) {
      if ("speed" as StaticString).matches(name) { return .speed }
      if ("course" as StaticString).matches(name) { return .heading }
    }
    guard open.last == .point else { return .other }
    if ("ele" as StaticString).matches(name) { return .elevation }
    return ("time" as StaticString).matches(name) ? .time : .other
  }

  private mutating func end() {
    switch open.popLast() {
    case .point:
      if let point { points.append(point) }
      point = nil
    case .elevation:
      point?.elevation = Self.number(text[...])
    case .time:
      point?.time = Self.time(text)
    case .speed:
      point?.speed = Self.number(text[...])
    case .heading:
      point?.heading = Self.number(text[...])
    case .other, nil:
      break
    }
  }

  private static func position(_ attributes: ArraySlice<UInt8>) -> Position? {
    guard let latitude = number(XMLScanner.attribute("lat", in: attributes)),
      let longitude = number(XMLScanner.attribute("lon", in: attributes))
    else { return nil }
    return Position(latitude: latitude, longitude: longitude)
  }

  private static func number(_ bytes: ArraySlice<UInt8>?) -> Double? {
    guard let bytes, bytes.count <= longestText, let number = Double(trimmed(bytes)), number.isFinite else {
      return nil
    }
    return number
  }

  /// GPX times are UTC; some recorders leave the `Z` out.
  private static func time(_ bytes: [UInt8]) -> Timestamp? {
    let text = trimmed(bytes[...])
    return Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + "Z")
  }

  /// The text without blanks around it, as a string.
  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    let isBlank = { (byte: UInt8) in byte <= UInt8(ascii: " ") }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}
