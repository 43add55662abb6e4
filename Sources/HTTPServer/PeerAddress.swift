import CMicroHTTPD  // Which module owns the socket types depends on which was built first.
import Glibc

/// An IP address as 16 bytes: IPv4 is kept as ::ffff:a.b.c.d.
struct PeerAddress: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  private static let mappedPrefix: UInt64 = 0xFFFF_0000_0000

  /// Reads an address in numbers; nil for anything else.
  init?(_ text: some StringProtocol) {
    let text = String(text)
    guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      self.init(four)
      return
    }
    var six = in6_addr()
    guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
    self.init(six)
  }

  /// Reads the socket layer's form; nil for other families.
  init?(_ address: UnsafePointer<sockaddr>) {
    switch CInt(address.pointee.sa_family) {
    case AF_INET:
      self.init(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self).sin_addr)
    case AF_INET6:
      self.init(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self).sin6_addr)
    default:
      return nil
    }
  }

  /// Stands for a peer without an IP address, and for a client whose proxy does not state its address.
  static let unknown = PeerAddress(high: .max, low: .max)

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  private init(_ four: in_addr) {
    high = 0
    low = Self.mappedPrefix | UInt64(UInt32(bigEndian: four.s_addr))
  }

  private init(_ six: in6_addr) {
    (high, low) = withUnsafeBytes(of: six) { bytes in
      (
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
  }

  /// True for IPv4, mapped or not.
  var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

  /// In numbers; a mapped IPv4 address as IPv4. "unknown" for ``unknown``.
  var text: String {
    if self == .unknown { return "unknown" }
    if isIPv4 {
      return [24, 16, 8, 0].map { String(low >> UInt64($0) & 255) }.joined(separator: ".")
    }
    var six = in6_addr()
    withUnsafeMutableBytes(of: &six) { bytes in
      bytes.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
      bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    var buffer = [CChar](repeating: 0, count: 46)
    guard inet_ntop(AF_INET6, &six, &buffer, socklen_t(buffer.count)) != nil else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// A network such as 10.0.0.0/8, or one address.
struct PeerNetwork: Sendable {
  private let base: PeerAddress
  private let bits: Int

  /// Reads `address` or `address/bits`; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2, let base = PeerAddress(first) else { return nil }
    let width = base.isIPv4 ? 32 : 128
    guard parts.count == 2 else {
      (self.base, bits) = (base, 128)
      return
    }
    guard let count = Int(parts[1]), (0...width).contains(count) else { return nil }
    (self.base, bits) = (base, count + 128 - width)
  }

  func contains(_ address: PeerAddress) -> Bool {
    func agree(_ a: UInt64, _ b: UInt64, _ count: Int) -> Bool {
      count <= 0 || (a ^ b) >> UInt64(64 - min(count, 64)) == 0
    }
    return agree(base.high, address.high, bits) && agree(base.low, address.low, bits - 64)
  }
}
