/// Reads a place that a person typed or pasted.
///
/// The ways of writing: `46.05, 14.5` and `46.05 14.5` (latitude, longitude); `46,05; 14,5` with decimal commas;
/// `geo:46.05,14.5;u=20` (RFC 5870; altitude and uncertainty are passed over); degrees, minutes and seconds, or the letters
/// of hemispheres (`46°03′04″N 14°30′22″E`); a full plus code (`8FRP3G24+XX`); a link to a map.
public enum Place {
  /// The longest text accepted, in bytes.
  public static let limit = 256

  /// The position that `text` names. Throws a problem that a person can correct; no text traps.
  public static func read(_ text: String) throws(PlaceProblem) -> Position {
    let bytes = trimmed(Array(text.utf8))
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= limit else { throw .tooLong }
    let scheme = "geo:".utf8
    if bytes.count >= scheme.count, zip(bytes, scheme).allSatisfy({ lowercased($0) == $1 }) {
      return try uri(bytes.dropFirst(scheme.count))
    }
    do throws(PlaceProblem) { return try pair(bytes) } catch {
      let text = String(decoding: bytes, as: UTF8.self)
      if PastedLink.isLink(text) {
        guard let place = PastedLink.read(text) else { throw .unknownLink }
        return place
      }
      if let place = DegreesMinutes.read(text) ?? OpenLocationCode.decode(text)?.centre { return place }
      throw isGridReference(bytes) ? .gridReference : error
    }
  }

  /// Two numbers with a comma, blanks or both between them; or with a semicolon, which leaves the comma to their decimals.
  private static func pair(_ bytes: ArraySlice<UInt8>) throws(PlaceProblem) -> Position {
    let sides = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    if sides.count == 2 { return try position(pointed(trimmed(sides[0])), pointed(trimmed(sides[1]))) }
    let commas = bytes.count { $0 == UInt8(ascii: ",") }
    if commas > 1 { throw bytes.contains(UInt8(ascii: ".")) ? .notAPlace : .decimalComma }
    let halves = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let words = halves.count == 2 ? halves.map { trimmed($0) } : bytes.split(whereSeparator: isBlank)
    guard words.count == 2 else { throw .notAPlace }
    return try position(words[0], words[1])
  }

  /// A number with a point where it has one comma alone.
  private static func pointed(_ number: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let signs = number.count { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") }
    guard signs == 1 else { return number }
    return ArraySlice(number.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 })
  }

  /// Whether a text has the form of a reference of the military grid: `33T VM 61234 00876`.
  private static func isGridReference(_ bytes: ArraySlice<UInt8>) -> Bool {
    let signs = bytes.filter { !isBlank($0) }.map { lowercased($0) }
    let zone = signs.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let square = signs.dropFirst(zone.count).prefix(3)
    let digits = signs.dropFirst(zone.count + 3)
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    return (1...2).contains(zone.count) && square.count == 3
      && square.allSatisfy { letters.contains($0) && $0 != UInt8(ascii: "i") && $0 != UInt8(ascii: "o") }
      && (4...10).contains(digits.count) && digits.count.isMultiple(of: 2)
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// The part after `geo:`: `lat,lng[,altitude][;crs=wgs84][;u=metres][;more]`.
  private static func uri(_ bytes: ArraySlice<UInt8>) throws(PlaceProblem) -> Position {
    let parts = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    for parameter in parts.dropFirst() {
      let text = String(decoding: parameter.map { lowercased($0) }, as: UTF8.self)
      if text.utf8.starts(with: "crs=".utf8), text != "crs=wgs84" { throw .unknownReferenceSystem }
    }
    let numbers = parts.first?.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) ?? []
    guard (2...3).contains(numbers.count) else { throw .notAPlace }
    if numbers.count == 3, number(numbers[2]) == nil { throw .notAPlace }
    return try position(numbers[0], numbers[1])
  }

  private static func position(
    _ latitude: ArraySlice<UInt8>, _ longitude: ArraySlice<UInt8>
  ) throws(PlaceProblem) -> Position {
    guard let latitude = number(latitude), let longitude = number(longitude) else { throw .notAPlace }
    guard (-90...90).contains(latitude) else { throw .latitude }
    guard let position = Position(latitude: latitude, longitude: longitude) else { throw .longitude }
    return position
  }

  /// A coordinate in plain decimal. A power of ten is rejected: no one writes places like that, and RFC 5870
  /// forbids it.
  private static func number(_ text: ArraySlice<UInt8>) -> Double? {
    guard text.allSatisfy({ lowercased($0) != UInt8(ascii: "e") }) else { return nil }
    return DecimalText.double(String(decoding: text, as: UTF8.self))
  }

  private static func trimmed(_ bytes: some BidirectionalCollection<UInt8>) -> ArraySlice<UInt8> {
    let start = bytes.drop { isBlank($0) }
    return ArraySlice(start.reversed().drop { isBlank($0) }.reversed())
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

/// Why a text names no place.
public enum PlaceProblem: Error, CaseIterable, Sendable {
  case empty, tooLong, notAPlace, decimalComma, latitude, longitude, unknownReferenceSystem, unknownLink
  case gridReference

  /// The problem, for the person who typed it.
  public var words: String {
    switch self {
    case .empty: "A place is needed, e.g. 46.0511, 14.5051"
    case .tooLong: "This is too long for a place: write its coordinates, e.g. 46.0511, 14.5051"
    case .notAPlace: "Write a place as latitude and longitude, e.g. 46.0511, 14.5051, or as a geo: address"
    case .decimalComma: "Write coordinates with a decimal point, not a comma, e.g. 46.0511, 14.5051"
    case .latitude: "The first number, the latitude, must be between -90 and 90"
    case .longitude: "The second number, the longitude, must be between -180 and 180"
    case .unknownReferenceSystem: "This geo: address is not in WGS 84, the only system that is read"
    case .unknownLink:
      "Of links only those to Google Maps and OpenStreetMap with coordinates in them are read"
    case .gridReference:
      "References of the military grid (MGRS) are not read: write latitude and longitude, e.g. 46.0511, 14.5051"
    }
  }
}

extension Position {
  /// The place as a `geo:` address (RFC 5870) with every digit that was sent; ``Place/read(_:)`` reads it back.
  public var geoAddress: String { "geo:\(Self.plain(latitude)),\(Self.plain(longitude))" }

  /// A coordinate without an exponent, which the URI must not have: Swift writes one below 0.0001°, about 11
  /// m.
  private static func plain(_ degrees: Double) -> String {
    guard degrees.magnitude < 1e-4 else { return degrees.description }
    // Twelve decimals: a tenth of a micrometre on the ground.
    let parts = Int64((degrees.magnitude * 1e12).rounded())
    guard parts > 0 else { return "0.0" }
    let digits = String(parts)
    let decimals = String(repeating: "0", count: 12 - digits.utf8.count) + digits
    let significant = String(
      decoding: decimals.utf8.reversed().drop { $0 == UInt8(ascii: "0") }.reversed(), as: UTF8.self)
    return "\(degrees < 0 ? "-" : "")0.\(significant)"
  }
}
