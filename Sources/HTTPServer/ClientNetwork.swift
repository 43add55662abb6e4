/// The network by which a client's address is counted.
///
/// One host usually owns a whole IPv6 /64, so a limit by single IPv6 addresses would limit no one; and the
/// owner of a /48 has many /64s.
public struct ClientNetwork: Hashable, Sendable {
  /// IPv4 as it is, an IPv4 address mapped into IPv6 as IPv4, other IPv6 as its /64 ("2001:db8:0:1::/64"); text that is
  /// no address as it is.
  public let name: String
  /// The /48 of an IPv6 address; `nil` for all else.
  public let site: String?

  /// The network of an address in numbers, such as `Request.peer`.
  public init(_ address: String) {
    guard let peer = PeerAddress(address) else {
      (name, site) = (address, nil)
      return
    }
    let network = peer.clientNetwork
    name = network.isIPv4 ? network.text : network.text + "/64"
    site = network.isIPv4 ? nil : PeerAddress(high: network.high & ~0xFFFF, low: 0).text + "/48"
  }

  /// The name of the network of an address.
  public static func of(_ address: String) -> String { ClientNetwork(address).name }
}

extension Request {
  /// The network of the client's address.
  public var network: ClientNetwork { ClientNetwork(peer) }
}

extension PeerAddress {
  /// The address with the interface part of an IPv6 address cleared: what connections are counted by.
  var clientNetwork: PeerAddress { isIPv4 ? self : PeerAddress(high: high, low: 0) }
}
