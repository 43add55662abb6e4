/// The query of a link: what a filter says, so that a view can be sent to a colleague.
public struct URLQuery: Hashable, Sendable {
  private var text = ""

  /// An empty query.
  public init() {}

  /// Adds `name=value`; nothing when the value is empty.
  public mutating func add(_ name: String, _ value: String) {
    guard !value.utf8.isEmpty else { return }
    text += "\(text.utf8.isEmpty ? "?" : "&")\(Self.encoded(name))=\(Self.encoded(value))"
  }

  /// `path` with this query: `/w/city/board?status=offline`.
  public func link(_ path: String) -> String { path + text }

  /// Percent-encodes all but RFC 3986's unreserved bytes.
  static func encoded(_ value: String) -> String {
    var bytes: [UInt8] = []
    for byte in value.utf8 {
      if isUnreserved(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
