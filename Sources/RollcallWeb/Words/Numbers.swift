import Rollcall

/// Words and numbers as the console prints them. Pure: the same on every machine, whatever its locale.
enum Words {
  /// Shown for unknown values.
  static let none = "—"

  /// `responder` as `Responder`.
  static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// A share, 0…1: `38 %`.
  static func share(_ part: Double?) -> String {
    guard let part, (0...1).contains(part) else { return none }
    return "\(decimal(part * 100, places: 0)) %"
  }

  /// A distance: `340 m`, `2.4 km`, `14 km`; `—` when unknown.
  static func distance(_ metres: Double?) -> String {
    guard let metres, metres >= 0, metres < 1e9 else { return none }
    if metres < 1_000 { return "\(decimal(metres, places: 0)) m" }
    return "\(decimal(metres / 1_000, places: metres < 10_000 ? 1 : 0)) km"
  }

  /// Metres per second: `5.4 km/h`, from 100 km/h on without decimals.
  static func speed(_ metresPerSecond: Double?) -> String {
    guard let metresPerSecond, metresPerSecond >= 0, metresPerSecond < 1e9 else { return none }
    let speed = metresPerSecond * 3.6
    return "\(decimal(speed, places: speed < 100 ? 1 : 0)) km/h"
  }

  /// Metres: `12 m`, from 10 km on `14 km`. A negative value means that the phone calls its fix invalid:
  /// `invalid`.
  static func accuracy(_ metres: Double?) -> String {
    guard let metres, metres < 1e9 else { return none }
    guard metres >= 0 else { return "invalid" }
    return metres < 10_000 ? "\(decimal(metres, places: 0)) m" : "\(decimal(metres / 1_000, places: 0)) km"
  }

  /// Latitude and longitude with five decimals, about a metre: `45.81440, 15.97800`.
  static func coordinates(_ position: Position) -> String {
    "\(decimal(position.latitude, places: 5)), \(decimal(position.longitude, places: 5))"
  }

  /// A `geo:` address (RFC 5870), with the uncertainty in metres when it is known.
  static func geo(_ position: Position, accuracy: Double? = nil) -> String {
    let place = "geo:\(decimal(position.latitude, places: 7)),\(decimal(position.longitude, places: 7))"
    guard let accuracy, accuracy >= 0, accuracy < 1e9 else { return place }
    return "\(place);u=\(decimal(accuracy, places: 0))"
  }

  /// A whole number in groups of three: `8,812`.
  static func grouped(_ number: some BinaryInteger) -> String {
    let digits = Array(String(number.magnitude).utf8)
    var text: [UInt8] = number < 0 ? [UInt8(ascii: "-")] : []
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(UInt8(ascii: ",")) }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A size: `640 KB`, `3.1 MB`, `40 MB`, `1.2 GB`; a KB has 1,024 bytes.
  static func size(_ bytes: Int64) -> String {
    let bytes = max(0, bytes)
    guard bytes >= 1 << 20 else { return "\(grouped((bytes + 1_023) >> 10)) KB" }
    let (unit, name): (Double, String) = bytes < 1 << 30 ? (1_048_576, "MB") : (1_073_741_824, "GB")
    let tenths = (Double(bytes) / unit * 10).rounded() / 10
    return "\(number(tenths)) \(name)"
  }

  /// Metres to the tenth, as programs get them.
  static func tenths(_ metres: Double) -> Double { (metres * 10).rounded() / 10 }

  /// `1 day`, `8,812 pings`.
  static func count(_ number: some BinaryInteger, _ one: String, _ many: String) -> String {
    number == 1 ? "1 \(one)" : "\(grouped(number)) \(many)"
  }

  /// A number with a fixed count of decimals, 0…9, rounded; `—` for unprintable values.
  static func decimal(_ number: Double, places: Int) -> String {
    let scale = powers.indices.contains(places) ? powers[places] : 1
    guard let scaled = Int64(exactly: (number * Double(scale)).rounded()) else { return none }
    let whole = scaled.magnitude / UInt64(scale)
    let sign = scaled < 0 ? "-" : ""
    guard scale > 1 else { return "\(sign)\(whole)" }
    let fraction = String(scaled.magnitude % UInt64(scale))
    return "\(sign)\(whole).\(String(repeating: "0", count: places - fraction.utf8.count))\(fraction)"
  }

  /// A number without needless decimals, at most six: `90`, `7.5`.
  static func number(_ number: Double) -> String {
    let rounded = (number * 1e6).rounded() / 1e6
    let places = (0..<6).first { Double(decimal(rounded, places: $0)) == rounded } ?? 6
    return decimal(rounded, places: places)
  }

  /// A length in an SVG path: `60`, `59.5`.
  static func cells(_ number: Double) -> String {
    decimal(number, places: number.rounded() == number ? 0 : 1)
  }

  private static let powers: [Int64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  ]

  /// `8` as `08`.
  static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
