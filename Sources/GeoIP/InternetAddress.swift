import Glibc

/// An IP address in binary form, as a lookup needs it.
struct InternetAddress {
  /// 16 bytes; IPv4 as ::ffff:a.b.c.d, which is what a dual-stack socket reports.
  private let bytes: [UInt8]

  private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

  /// Parses an address; `nil` for anything else, including what `getaddrinfo` accepts beyond it ("1",
  /// "0x7f.1").
  init?(_ text: String) {
    guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      bytes = Self.mapped + withUnsafeBytes(of: four) { Array($0) }
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      bytes = withUnsafeBytes(of: six) { Array($0) }
    } else {
      return nil
    }
  }

  private var isIPv4: Bool { bytes.starts(with: Self.mapped) }

  /// Whether it has a meaning only within one network. Such an address has no country.
  var isPrivate: Bool {
    guard isIPv4 else {
      let isLoopback = bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] <= 1
      let isLinkLocal = bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
      return isLoopback || isLinkLocal || bytes[0] & 0xFE == 0xFC
    }
    switch (bytes[12], bytes[13]) {
    // RFC 1918, RFC 6598 (carriers' own), RFC 3927, loopback, "this network".
    case (10, _), (127, _), (0, _), (172, 16...31), (192, 168), (100, 64...127), (169, 254): return true
    default: return false
    }
  }

  /// Passes the address in the form of the socket layer; IPv4 in its own.
  func withSocketAddress<Value>(_ body: (UnsafePointer<sockaddr>) -> Value) -> Value {
    if isIPv4 {
      var four = sockaddr_in()
      four.sin_family = sa_family_t(AF_INET)
      withUnsafeMutableBytes(of: &four.sin_addr) { $0.copyBytes(from: bytes[12...]) }
      return withUnsafePointer(to: &four) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0) }
      }
    }
    var six = sockaddr_in6()
    six.sin6_family = sa_family_t(AF_INET6)
    withUnsafeMutableBytes(of: &six.sin6_addr) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &six) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0) }
    }
  }
}
