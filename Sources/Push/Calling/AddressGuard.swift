/// Checks the addresses of URLs that came from outside: only public ones are allowed, so that nobody can make
/// us connect to internal services. It checks the address about to be connected, so a name that changes its
/// address between two look-ups gains nothing.
enum AddressGuard {
  /// - Parameter bytes: the address in network order, 4 or 16 bytes. Any other number is refused.
  static func allows(_ bytes: [UInt8]) -> Bool {
    switch bytes.count {
    case 4: !forbidden4.contains { $0.holds(bytes) }
    case 16: allows6(bytes)
    default: false
    }
  }

  /// Allows only global unicast (2000::/3) and addresses that carry a public IPv4 address.
  private static func allows6(_ bytes: [UInt8]) -> Bool {
    for wrapper in wrappers where wrapper.network.holds(bytes) {
      return allows(Array(bytes[wrapper.offset..<wrapper.offset + 4]))
    }
    return global6.holds(bytes) && !forbidden6.contains { $0.holds(bytes) }
  }

  /// https://www.iana.org/assignments/iana-ipv4-special-registry
  private static let forbidden4 = [
    Network([0], 8),  // this network
    Network([10], 8),  // private
    Network([100, 64], 10),  // carrier-grade NAT, and a cloud's metadata
    Network([127], 8),  // loopback
    Network([168, 63, 129, 16], 32),  // a cloud's metadata at a public address
    Network([169, 254], 16),  // link-local, and clouds' metadata
    Network([172, 16], 12),  // private
    Network([192, 0, 0], 24),  // protocols
    Network([192, 0, 2], 24),  // documentation
    Network([192, 88, 99], 24),  // 6to4 relays
    Network([192, 168], 16),  // private
    Network([198, 18], 15),  // benchmarks
    Network([198, 51, 100], 24),  // documentation
    Network([203, 0, 113], 24),  // documentation
    Network([224], 4),  // multicast
    Network([240], 4),  // reserved, and broadcast
  ]

  private static let global6 = Network([0x20], 3)

  /// https://www.iana.org/assignments/iana-ipv6-special-registry
  private static let forbidden6 = [
    Network([0x20, 0x01, 0x00], 23),  // protocols, Teredo
    Network([0x20, 0x01, 0x0d, 0xb8], 32),  // documentation
    Network([0x3f, 0xff, 0x00], 20),  // documentation
  ]

  /// Addresses with an IPv4 address inside, which decides.
  private static let wrappers: [(network: Network, offset: Int)] = [
    (Network([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96), 12),  // mapped
    (Network([0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], 96), 12),  // NAT64
    (Network([0x20, 0x02], 16), 2),  // 6to4
  ]
}

/// A range of addresses that share their first bits.
private struct Network {
  private let start: [UInt8]
  private let bits: Int

  /// - Parameter start: the leading bytes; at least as many as the bits need.
  init(_ start: [UInt8], _ bits: Int) {
    self.start = start
    self.bits = min(bits, start.count * 8)
  }

  func holds(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= start.count else { return false }
    let whole = bits / 8
    guard bytes.prefix(whole).elementsEqual(start.prefix(whole)) else { return false }
    guard bits % 8 > 0 else { return true }
    let mask = UInt8(truncatingIfNeeded: 0xff00 >> (bits % 8))
    return bytes[whole] & mask == start[whole] & mask
  }
}
