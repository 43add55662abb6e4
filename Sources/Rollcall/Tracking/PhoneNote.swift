/// An app's own report about a phone, of a kind that liveness does not use.
public struct PhoneNote: Equatable, Sendable {
  /// Its kind: `alarm`, `region`, `visit`, `tracking`, `motion`, `geofence`.
  public var type: String
  /// Its value, at most 64 bytes without control characters.
  public var value: String
  /// When, by the phone's clock.
  public var at: Timestamp

  /// Creates a note. Control characters are removed from the value, and a long one is cut.
  public init(type: String, value: String, at: Timestamp) {
    self.type = type
    self.value = Self.cut(value.withoutControlCharacters, to: 64)
    self.at = at
  }

  /// A prefix of at most this many bytes, in whole scalars.
  static func cut(_ text: String, to bytes: Int) -> String {
    var kept = String.UnicodeScalarView()
    var left = bytes
    for scalar in text.unicodeScalars {
      left -= UTF8.width(scalar)
      if left < 0 { break }
      kept.append(scalar)
    }
    return String(kept)
  }
}
