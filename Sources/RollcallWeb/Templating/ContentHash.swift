/// A 64-bit FNV-1a hash in hexadecimal: distinguishes versions of our own content, protects nothing.
struct ContentHash {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Adds bytes.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  }

  /// Adds a text and its end, so that `ab`, `c` and `a`, `bc` differ.
  mutating func add(_ text: String) {
    add(text.utf8)
    add(CollectionOfOne(0xff))
  }

  /// 16 hexadecimal digits.
  var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// The hash of `bytes`.
  static func of(_ bytes: some Sequence<UInt8>) -> String {
    var hash = ContentHash()
    hash.add(bytes)
    return hash.text
  }
}
