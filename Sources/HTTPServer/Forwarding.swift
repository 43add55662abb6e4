/// Finds the client behind a proxy. Only headers of trusted peers are read, from the right: each hop was
/// written by the next one, so the first hop that is not trusted is the last one to believe.
struct Forwarding: Sendable {
  let proxies: [PeerNetwork]
  let header: ForwardingHeader

  init(_ configuration: Configuration) throws(ServerError) {
    var proxies: [PeerNetwork] = []
    for text in configuration.trustedProxies {
      guard let network = PeerNetwork(text) else { throw .badProxy(text) }
      proxies.append(network)
    }
    self.proxies = proxies
    header = configuration.forwardingHeader
  }

  func trusts(_ address: PeerAddress) -> Bool {
    proxies.contains { $0.contains(address) }
  }

  /// The forwarding fields of a request.
  struct Claim {
    /// The values of X-Forwarded-For, or of Forwarded, joined by commas; nil when there was none.
    var hops: String?
    /// The values of X-Forwarded-Proto, joined by commas.
    var schemes = ""

    mutating func addHops(_ text: String) {
      hops = hops.map { $0 + "," + text } ?? text
    }

    mutating func addSchemes(_ text: String) {
      schemes += schemes.isEmpty ? text : "," + text
    }
  }

  /// The client's address and whether its connection is encrypted, as a trusted peer states; nil when it
  /// states nothing. A proxy that names no client speaks for itself. An unreadable name becomes
  /// ``PeerAddress/unknown``, so that a header can never confer the rights of the proxy's own address.
  func resolve(_ claim: Claim, peer: PeerAddress) -> (address: PeerAddress, isSecure: Bool?) {
    let hops = claim.hops.map { hops in
      hops.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
    }
    var address = peer
    for hop in (hops ?? []).reversed() {
      address = PeerAddress(Self.withoutPort(host(of: hop))) ?? .unknown
      if !trusts(address) { break }
    }
    let scheme =
      header == .forwarded
      ? hops?.last.flatMap { parameter("proto", of: $0) }
      : claim.schemes.split(separator: ",").last.map(trimmed)
    return (address, scheme.map { $0.lowercased() == "https" })
  }

  private func host(of hop: Substring) -> Substring {
    header == .forwarded ? parameter("for", of: hop) ?? "" : hop
  }

  /// The value of `name=value` within a Forwarded element, unquoted.
  private func parameter(_ name: String, of element: Substring) -> Substring? {
    for pair in element.split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, trimmed(parts[0]).lowercased() == name else { continue }
      let value = trimmed(parts[1])
      return value.hasPrefix("\"") && value.hasSuffix("\"") && value.utf8.count >= 2
        ? value.dropFirst().dropLast() : value
    }
    return nil
  }

  /// "1.2.3.4:567" and "[::1]:567" without brackets and port.
  private static func withoutPort(_ text: Substring) -> Substring {
    if text.first == "[" { return text.dropFirst().prefix { $0 != "]" } }
    let isIPv4WithPort = text.utf8.count { $0 == UInt8(ascii: ":") } == 1
    return isIPv4WithPort ? text.prefix { $0 != ":" } : text
  }

  private func trimmed(_ text: Substring) -> Substring {
    let start = text.drop { $0 == " " || $0 == "\t" }
    guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return start[...end]
  }
}
