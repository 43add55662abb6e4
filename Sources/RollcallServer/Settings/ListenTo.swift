/// An address and port to listen on.
public struct ListenTo: Equatable, Sendable, CustomStringConvertible {
  /// In numbers: `127.0.0.1`, `::`, …
  public var address: String
  /// 0 = any free port.
  public var port: Int

  /// From parts.
  public init(address: String, port: Int) {
    self.address = address
    self.port = port
  }

  /// Reads `ADDRESS:PORT`, `[V6]:PORT` or `localhost:PORT`.
  ///
  /// - Throws: `SettingsError`, in words.
  public init(_ text: String) throws(SettingsError) {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")),
      let port = UInt16(text[text.index(after: colon)...])
    else { throw SettingsError("listen: ADDRESS:PORT, for example 127.0.0.1:8080, not \"\(text)\"") }
    var address = String(text[..<colon])
    if address.hasPrefix("["), address.hasSuffix("]") {
      address = String(address.dropFirst().dropLast())
    } else if address.utf8.contains(UInt8(ascii: ":")) {
      throw SettingsError("listen: an IPv6 address stands in brackets, for example [::1]:8080")
    }
    self.init(address: address == "localhost" ? "127.0.0.1" : address, port: Int(port))
  }

  /// Whether only this machine can connect.
  public var isLoopback: Bool { address == "::1" || address.hasPrefix("127.") }

  /// As written in a URL.
  public var description: String {
    address.utf8.contains(UInt8(ascii: ":")) ? "[\(address)]:\(port)" : "\(address):\(port)"
  }
}
