/// Reads plus codes (Open Location Code): `8FVC9G8F+6X`, and codes shortened near a known place, `9G8F+6X`.
///
/// Total: any text is a code or none. By the specification: codes of 10 digits and fewer halve a grid of 20 degrees,
/// further digits divide the cell into 5 rows of 4 columns; digits after the fifteenth change nothing.
public enum OpenLocationCode {
  private static let alphabet = Array("23456789CFGHJMPQRVWX".utf8)
  private static let separator = UInt8(ascii: "+")
  private static let padding = UInt8(ascii: "0")
  private static let separatorPlace = 8
  private static let longest = 15
  /// The height of a cell by pairs of digits, degrees.
  private static let resolutions = [20.0, 1, 0.05, 0.0025, 0.000125]

  /// A code's cell.
  public struct Area: Hashable, Sendable {
    public var south, west, north, east: Double

    /// Its middle; the one that a person means.
    public var centre: Position? {
      Position(
        latitude: min((south + north) / 2, 90), longitude: min((west + east) / 2, 180))
    }
  }

  /// The digits of a code with the right form, without separator and padding; `nil` = it is none.
  ///
  /// - Returns: the digits, and how many stand before the separator with the padding.
  private static func digits(_ text: String) -> (digits: [UInt8], before: Int)? {
    let bytes = text.utf8.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 &- 32 : $0 }
    guard bytes.count <= 32, let place = bytes.firstIndex(of: separator), place <= separatorPlace,
      place.isMultiple(of: 2), bytes.lastIndex(of: separator) == place, bytes.count > 1
    else { return nil }
    let before = bytes[..<place]
    let after = bytes[(place + 1)...]
    guard after.count != 1, after.allSatisfy({ alphabet.contains($0) }) else { return nil }
    let kept = before.prefix { $0 != padding }
    let pad = before.dropFirst(kept.count)
    guard kept.allSatisfy({ alphabet.contains($0) }) else { return nil }
    if !pad.isEmpty {
      // Only a full code is padded: an even number of zeros up to the separator, and nothing after it.
      guard place == separatorPlace, after.isEmpty, pad.allSatisfy({ $0 == padding }),
        pad.count.isMultiple(of: 2), !kept.isEmpty
      else { return nil }
    }
    let digits = Array(kept) + Array(after)
    return digits.isEmpty ? nil : (digits, place)
  }

  /// Whether a text has the form of a code, full or short.
  public static func isValid(_ text: String) -> Bool { digits(text) != nil }

  /// Whether it is a code that needs a place to be read near.
  public static func isShort(_ text: String) -> Bool {
    digits(text).map { $0.before < separatorPlace } ?? false
  }

  /// Whether it is a code that names its cell by itself.
  public static func isFull(_ text: String) -> Bool { decode(text) != nil }

  /// The cell of a full code; `nil` when it is none.
  public static func decode(_ text: String) -> Area? {
    guard let found = digits(text), found.before == separatorPlace else { return nil }
    let values = found.digits.prefix(longest).compactMap { digit in alphabet.firstIndex(of: digit) }
    // The first digits of a full code lie within the Earth.
    guard let first = values.first, first < 9, values.count < 2 || values[1] < 18 else { return nil }
    var (south, west) = (-90.0, -180.0)
    var (height, width) = (400.0, 400.0)
    var index = 0
    while index + 1 < min(values.count, 10) {
      let size = resolutions[index / 2]
      south += Double(values[index]) * size
      west += Double(values[index + 1]) * size
      (height, width) = (size, size)
      index += 2
    }
    for value in values.dropFirst(10) {
      (height, width) = (height / 5, width / 4)
      south += Double(value / 4) * height
      west += Double(value % 4) * width
    }
    return Area(south: south, west: west, north: south + height, east: west + width)
  }

  /// The cell of a code as meant near a place: a short one is completed with the digits of the place, and the nearest of
  /// the cells that then come into question is taken. A full code means the same everywhere.
  public static func decode(_ text: String, near place: Position) -> Area? {
    guard let found = digits(text) else { return nil }
    guard found.before < separatorPlace else { return decode(text) }
    let missing = separatorPlace - found.before
    let size = resolutions[missing / 2 - 1]
    let prefix = encode(place).prefix(missing)
    let short = String(decoding: found.digits, as: UTF8.self)
    let rest = separatorPlace - missing
    let complete =
      String(decoding: prefix, as: UTF8.self) + short.prefix(rest) + "+" + short.dropFirst(rest)
    guard var area = decode(complete), let centre = area.centre else { return nil }
    let half = size / 2
    if place.latitude + half < centre.latitude, centre.latitude - size >= -90 {
      area.south -= size
      area.north -= size
    } else if place.latitude - half > centre.latitude, centre.latitude + size <= 90 {
      area.south += size
      area.north += size
    }
    if place.longitude + half < centre.longitude {
      area.west -= size
      area.east -= size
    } else if place.longitude - half > centre.longitude {
      area.west += size
      area.east += size
    }
    if area.east <= -180 { (area.west, area.east) = (area.west + 360, area.east + 360) }
    if area.west >= 180 { (area.west, area.east) = (area.west - 360, area.east - 360) }
    return area
  }

  /// The first eight digits of a place's code.
  private static func encode(_ place: Position) -> [UInt8] {
    // In the smallest cells of eight digits, of which whole numbers are exact.
    let cells = 8_000.0 / 20
    let most = Int(180 * cells) - 1
    let latitude = max(0, min(most, Int(((place.latitude + 90) * cells).rounded(.down))))
    let longitude = max(0, Int(((place.longitude + 180) * cells).rounded(.down))) % Int(360 * cells)
    var (code, south, west): ([UInt8], Int, Int) = ([], latitude, longitude)
    for size in [8_000, 400, 20, 1] {
      code.append(alphabet[min(south / size, 19)])
      code.append(alphabet[min(west / size, 19)])
      (south, west) = (south % size, west % size)
    }
    return code
  }
}
