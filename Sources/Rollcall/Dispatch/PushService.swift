/// A service that wakes phones, by the word with which an app registers.
public enum PushService: String, CaseIterable, Sendable {
  case expo, fcm, ntfy, webhook

  /// As the log names it.
  public var name: String {
    switch self {
    case .expo: "Expo"
    case .fcm: "FCM"
    case .ntfy: "ntfy"
    case .webhook: "the webhook"
    }
  }

  /// Whether a text has the shape of this service's addresses: 1 to 4,096 bytes of its alphabet.
  ///
  /// That something is really there is not checked: the service says so at the first message.
  public func accepts(_ token: String) -> Bool {
    let bytes = Array(token.utf8)
    guard (1...4_096).contains(bytes.count) else { return false }
    switch self {
    case .expo:
      return ["ExponentPushToken[", "ExpoPushToken["].contains { prefix in
        bytes.starts(with: prefix.utf8) && bytes.last == UInt8(ascii: "]")
          && bytes.count > prefix.utf8.count + 1
          && bytes[prefix.utf8.count..<bytes.count - 1].allSatisfy(Self.isWord)
      }
    case .fcm: return bytes.allSatisfy { Self.isWord($0) || $0 == UInt8(ascii: ":") }
    case .ntfy: return bytes.count <= 64 && bytes.allSatisfy(Self.isWord) || Self.isAddress(bytes)
    case .webhook: return Self.isAddress(bytes)
    }
  }

  /// Whether an address leads to a server of its owner's choice: what that server answers says nothing about others.
  public func isChosen(_ token: String) -> Bool {
    switch self {
    case .expo, .fcm: false
    case .ntfy: Self.isAddress(Array(token.utf8))
    case .webhook: true
    }
  }

  /// Letters, digits, `-` and `_`.
  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Whether it is an `https` URL with a host and without a user's name. Everything in it is visible ASCII.
  private static func isAddress(_ bytes: [UInt8]) -> Bool {
    let scheme = Array("https://".utf8)
    guard bytes.starts(with: scheme), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return false }
    let authority = bytes.dropFirst(scheme.count)
      .prefix { ![UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
    // A backslash is a slash to some readers of URLs.
    return !authority.isEmpty && authority.first != UInt8(ascii: ":")
      && !authority.contains { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "\\") }
  }
}
