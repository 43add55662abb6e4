/// Which `Host` values are ours.
struct HostRule: Sendable {
  private let allowed: Set<String>?

  init(_ hosts: [String]?) {
    allowed = hosts.map { Set($0.map { $0.lowercased() }) }
  }

  /// Refuses what is not a host (400), and a host that is not ours (421).
  func check(_ host: String) throws(Rejection) {
    guard let name = Self.name(of: host.utf8) else {
      throw Rejection(.badRequest(reason: "the host is malformed"))
    }
    guard let allowed else { return }
    let host = host.lowercased()
    guard allowed.contains(host) || allowed.contains(String(host.utf8.prefix(name)) ?? "") else {
      throw Rejection(.misdirected)
    }
  }

  /// The length of the name in `name[:port]` or `[v6][:port]`, in bytes; nil when malformed.
  private static func name(of host: String.UTF8View) -> Int? {
    guard (1...255).contains(host.count) else { return nil }
    let name: Int
    if host.first == UInt8(ascii: "[") {
      let inside = host.dropFirst().prefix { PercentDecoding.nibble($0) != nil || $0 == 0x3A || $0 == 0x2E }
      guard !inside.isEmpty, host.dropFirst(1 + inside.count).first == UInt8(ascii: "]") else { return nil }
      name = inside.count + 2
    } else {
      name = host.prefix(while: isNameByte).count
      guard name > 0 else { return nil }
    }
    let rest = host.dropFirst(name)
    guard let colon = rest.first else { return name }
    let port = rest.dropFirst()
    guard colon == UInt8(ascii: ":"), (1...5).contains(port.count),
      port.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return name
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
