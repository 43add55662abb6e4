/// What happened to a phone in the words of its app, where liveness has no word for it.
public struct PhoneNote: Equatable, Sendable {
  /// What it was: `alarm`, `region`, `visit`, `tracking`, `motion`, `geofence`.
  public var type: String
  /// What about it, at most 64 bytes without control characters.
  public var value: String
  /// When, by the phone's clock.
  public var at: Timestamp

  /// A note from its parts; control characters are left out of the value, and a long one is cut.
  public init(type: String, value: String, at: Timestamp) {
    self.type = type
    self.value = Self.cut(value.withoutControlCharacters, to: 64)
    self.at = at
  }

  /// At most so many bytes of a text, whole scalars.
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
