import CMicroHTTPD  // Which module owns the socket types depends on which was built first.
import Glibc

/// The address to listen on, in the socket layer's form.
struct ListenAddress {
  private var four = sockaddr_in()
  private var six = sockaddr_in6()
  let isIPv6: Bool
  /// "::": IPv4 clients are served on the same socket.
  let isAnyIPv6: Bool

  init(_ text: String, _ port: Int) throws(ServerError) {
    guard let port = UInt16(exactly: port), !text.utf8.contains(0) else {
      throw .badAddress("\(text):\(port)")
    }
    if inet_pton(AF_INET, text, &four.sin_addr) == 1 {
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = port.bigEndian
      (isIPv6, isAnyIPv6) = (false, false)
    } else if inet_pton(AF_INET6, text, &six.sin6_addr) == 1 {
      six.sin6_family = sa_family_t(AF_INET6)
      six.sin6_port = port.bigEndian
      isIPv6 = true
      isAnyIPv6 = withUnsafeBytes(of: six.sin6_addr) { $0.allSatisfy { $0 == 0 } }
    } else {
      throw .badAddress("\(text):\(port)")
    }
  }

  mutating func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
    func bound(_ pointer: UnsafeRawPointer) -> UnsafePointer<sockaddr> {
      pointer.assumingMemoryBound(to: sockaddr.self)
    }
    return isIPv6
      ? withUnsafePointer(to: &six) { body(bound($0)) } : withUnsafePointer(to: &four) { body(bound($0)) }
  }
}
