/// The network that a client's address is counted by.
///
/// One host usually owns a whole IPv6 /64, so counting single IPv6 addresses limits nobody.
public enum ClientNetwork {
  /// IPv4 as it is, an IPv4 address mapped into IPv6 as IPv4, other IPv6 as its /64 ("2001:db8:0:1::/64").
  ///
  /// - Parameter address: an address in numbers; any other text is returned unchanged.
  public static func of(_ address: String) -> String {
    guard let peer = PeerAddress(address) else { return address }
    let network = peer.clientNetwork
    return network.isIPv4 ? network.text : network.text + "/64"
  }
}

extension PeerAddress {
  /// The address with the interface part of an IPv6 address cleared: what connections are counted by.
  var clientNetwork: PeerAddress { isIPv4 ? self : PeerAddress(high: high, low: 0) }
}
