import HTTPTypes

/// The header fields of one request, read in a single pass. Faults are recorded for the validator, which judges
/// them in its own order.
struct HeadFields {
  /// More fields than this are refused.
  static let limit = 64

  private(set) var fields = HTTPFields()
  private(set) var count = 0
  private(set) var hosts: [String] = []
  private(set) var lengths = 0
  /// The announced length in bytes; nil when there is none, or none that fits an Int.
  private(set) var length: Int?
  /// How many bytes follow the head; nil when that is not certain.
  var bodyLength: Int? { hasTransferEncoding || lengths > 1 ? nil : lengths == 0 ? 0 : length }
  private(set) var hasTransferEncoding = false
  private(set) var hasBadName = false
  private(set) var hasBadValue = false
  private(set) var hasRepeated = false
  private(set) var hasUnknownExpectation = false
  private(set) var claim = Forwarding.Claim()

  /// The trusted family of forwarding fields; nil when the peer is not trusted.
  let believed: ForwardingHeader?
  private var seen: UInt8 = 0
  private var expectations = 0

  init(believed: ForwardingHeader?) {
    self.believed = believed
  }

  /// Adds one field. False when there are too many: the rest need not be read.
  mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ rawValue: UnsafeBufferPointer<UInt8>) -> Bool {
    count += 1
    guard count <= Self.limit else { return false }
    let value = Self.trimmed(rawValue)
    guard value.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 }) else {
      hasBadValue = true
      return true
    }
    if let known = KnownFields.find(name) {
      record(known, value)
    } else if let name = Self.name(name) {
      fields.append(HTTPField(name: name, value: value))
    } else {
      hasBadName = true
    }
    return true
  }

  private mutating func record(_ known: KnownFields.Known, _ value: UnsafeBufferPointer<UInt8>) {
    switch known.role {
    case .plain: break
    case .host: hosts.append(String(decoding: value, as: UTF8.self))
    case .contentLength:
      lengths += 1
      length = Self.decimal(value)
    case .transferEncoding: hasTransferEncoding = true
    case .expect:
      expectations += 1
      if expectations > 1 { hasRepeated = true }
      let text = String(decoding: value, as: UTF8.self)
      if !text.isEmpty, text.lowercased() != "100-continue" { hasUnknownExpectation = true }
    case .once(let bit):
      if seen & bit != 0 { hasRepeated = true }
      seen |= bit
    case .forwardedFor, .forwardedProto, .forwarded, .forwardedOther:
      guard believe(known.role, String(decoding: value, as: UTF8.self)) else { return }
    }
    fields.append(HTTPField(name: known.name, value: value))
  }

  /// Records what a trusted proxy says. False for forwarding fields that must not be relied on.
  private mutating func believe(_ role: KnownFields.Role, _ text: String) -> Bool {
    switch (role, believed) {
    case (.forwardedFor, .xForwarded), (.forwarded, .forwarded): claim.addHops(text)
    case (.forwardedProto, .xForwarded): claim.addSchemes(text)
    default: return false
    }
    return true
  }

  /// A field name that is an RFC 9110 token.
  private static func name(_ bytes: UnsafeBufferPointer<UInt8>) -> HTTPField.Name? {
    guard !bytes.isEmpty, bytes.allSatisfy(Token.contains) else { return nil }
    return HTTPField.Name(String(decoding: bytes, as: UTF8.self))
  }

  private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var bytes = bytes[...]
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes = bytes.dropLast() }
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes = bytes.dropFirst() }
    return UnsafeBufferPointer(rebasing: bytes)
  }

  private static func decimal(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var value = 0
    for byte in bytes {
      guard (0x30...0x39).contains(byte) else { return nil }
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tenfold.addingReportingOverflow(Int(byte - 0x30))
      if overflow || carry { return nil }
      value = sum
    }
    return bytes.isEmpty ? nil : value
  }
}

/// The characters of RFC 9110's token.
enum Token {
  static func contains(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }
}
