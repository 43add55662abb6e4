public import Rollcall

/// Appends JSON to bytes. Inserts commas; the end of a closure closes its container.
///
/// For example:
///
///     var writer = JSONWriter()
///     writer.object { data in
///       data.member("count", 2)
///       data.array("names") { names in names.value("Ana") }
///     }
public struct JSONWriter: Sendable {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// An empty writer.
  public init(reserving capacity: Int = 256) { bytes.reserveCapacity(capacity) }

  /// An object as the next value.
  public mutating func object(_ members: (inout JSONWriter) -> Void) {
    container(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
  }

  /// An array as the next value.
  public mutating func array(_ elements: (inout JSONWriter) -> Void) {
    container(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
  }

  /// The key of the next value.
  public mutating func key(_ name: String) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// The key of the next value, encoded before.
  public mutating func key(_ key: JSONKey) {
    begin()
    bytes.append(contentsOf: key.bytes)
    needsComma = false
  }

  /// `null` as the next value.
  public mutating func null() { literal("null") }

  /// A string, or `null`. Escaped byte by byte: a quote followed by a combining mark is still a quote.
  public mutating func value(_ text: String?) {
    guard var text else { return null() }
    begin()
    text.withUTF8 { utf8 in appendString(utf8) }
  }

  /// `true`, `false` or `null`.
  public mutating func value(_ flag: Bool?) {
    guard let flag else { return null() }
    literal(flag ? "true" : "false")
  }

  /// An integer, or `null`.
  public mutating func value(_ number: Int64?) {
    guard let number else { return null() }
    begin()
    bytes.append(decimal: number)
  }

  /// An integer, or `null`.
  public mutating func value(_ number: Int?) { value(number.map { Int64($0) }) }

  /// The shortest decimal that reads back as the same double, or `null`, also for NaN and infinities.
  public mutating func value(_ number: Double?) {
    guard let number, number.isFinite else { return null() }
    begin()
    bytes.append(decimal: number)
  }

  /// An instant, UTC with milliseconds and `Z`, or `null`.
  public mutating func value(_ instant: Timestamp?) {
    guard let instant else { return null() }
    begin()
    bytes.append(UInt8(ascii: "\""))
    instant.appendRFC3339(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Stored JSON, unchanged.
  public mutating func raw(_ json: some Sequence<UInt8>) {
    begin()
    bytes.append(contentsOf: json)
  }

  private mutating func container(_ opening: UInt8, _ closing: UInt8, _ body: (inout JSONWriter) -> Void) {
    begin()
    bytes.append(opening)
    needsComma = false
    body(&self)
    bytes.append(closing)
    needsComma = true
  }

  private mutating func literal(_ word: String) {
    begin()
    bytes.append(contentsOf: word.utf8)
  }

  private mutating func begin() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  /// `<` and `>` are escaped too, so that JSON can be embedded in a page.
  private mutating func appendString(_ utf8: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    // Most texts need no escape: they are copied whole.
    guard utf8.contains(where: Self.isEscaped) else { return bytes.append(contentsOf: utf8) }
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case let control where Self.isEscaped(control):
        bytes.append(contentsOf: [
          UInt8(ascii: "\\"), UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0"),
        ])
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 15))
      default:
        bytes.append(byte)
      }
    }
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"), 0x7F: true
    default: false
    }
  }

  private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

/// A key that many objects have, encoded once.
public struct JSONKey: Sendable {
  fileprivate let bytes: [UInt8]

  /// The key `name`.
  public init(_ name: String) {
    var writer = JSONWriter()
    writer.key(name)
    bytes = writer.bytes
  }
}
