import Rollcall

/// A time in the formats of other apps and recorders: seconds, milliseconds, or one of several text forms.
enum ForeignTime {
  case absent
  case instant(Timestamp)
  case unreadable

  /// From here on a number counts as milliseconds, as in the Traccar server. No phone sends seconds of 2038.
  static let firstMilliseconds = 2_147_483_647.0

  init(_ value: AdapterValue?) {
    guard let value else {
      self = .absent
      return
    }
    if let number = value.double {
      let milliseconds = number < Self.firstMilliseconds ? number * 1_000 : number
      self =
        Int64(exactly: milliseconds.rounded()).map { .instant(Timestamp(milliseconds: $0)) } ?? .unreadable
      return
    }
    self = value.string.flatMap(Self.written).map { .instant($0) } ?? .unreadable
  }

  /// The instant; `nil` when it is missing or malformed.
  var known: Timestamp? { if case .instant(let instant) = self { instant } else { nil } }
  var isAbsent: Bool { if case .absent = self { true } else { false } }

  /// ISO 8601 with `Z`, `+03:00` or `+0300`, or `2026-11-21 09:30:00`, which is UTC.
  private static func written(_ text: String) -> Timestamp? {
    var bytes = Array(text.utf8)
    guard bytes.count >= 19, bytes.count <= 40 else { return nil }
    if bytes[10] == UInt8(ascii: " ") {
      guard bytes.count == 19 else { return nil }
      bytes[10] = UInt8(ascii: "T")
      bytes.append(UInt8(ascii: "Z"))
    }
    // A form turned the plus sign into a blank.
    if let blank = bytes.lastIndex(of: UInt8(ascii: " ")), blank >= 19 { bytes[blank] = UInt8(ascii: "+") }
    let sign = bytes.count - 5
    if sign >= 19, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[sign]) {
      bytes.insert(UInt8(ascii: ":"), at: sign + 3)
    }
    return Timestamp(rfc3339: bytes.span)
  }
}
