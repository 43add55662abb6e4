/// A server of map tiles named by the operator: without one a map has a plain background.
public struct MapTiles: Equatable, Sendable {
  /// The address of a tile, with `{z}`, `{x}` and `{y}` in its path.
  public let template: String
  /// The map owner's attribution, in their words; may be empty.
  public let attribution: String
  /// Scheme, host and port: the image source that a browser must be allowed.
  public let origin: String

  /// Tiles of a server; `nil` unless `template` is an address such as
  /// `https://tile.example.org/{z}/{x}/{y}.png`.
  public init?(_ template: String, attribution: String = "") {
    let bytes = Array(template.utf8)
    guard let scheme = ["https://", "http://"].first(where: { template.utf8.starts(with: $0.utf8) }),
      bytes.count <= 500, bytes.allSatisfy({ (0x21...0x7E).contains($0) && !Self.refused.contains($0) })
    else { return nil }
    let host = bytes.dropFirst(scheme.utf8.count).prefix { $0 != UInt8(ascii: "/") }
    let path = String(decoding: bytes.dropFirst(scheme.utf8.count + host.count), as: UTF8.self)
    guard !host.isEmpty, host.allSatisfy(Self.isOfHost) else { return nil }
    guard
      ["{z}", "{x}", "{y}"].allSatisfy({
        path.split(separator: $0, omittingEmptySubsequences: false).count == 2
      })
    else { return nil }
    self.template = template
    self.attribution = attribution
    origin = scheme + String(decoding: host, as: UTF8.self)
  }

  /// Characters that would end an attribute, or a source in a security policy.
  private static let refused = Set("\"'<>;,\\`".utf8)

  /// Letters, digits, dots and a port: no name and password, and no part that changes.
  private static func isOfHost(_ byte: UInt8) -> Bool {
    (0x30...0x3A).contains(byte) || (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
      || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }
}
