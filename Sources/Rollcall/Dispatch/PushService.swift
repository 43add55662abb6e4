/// A service that wakes phones, by the word with which an app registers.
public enum PushService: String, CaseIterable, Sendable {
  case expo, fcm, ntfy, webhook
  /// The operator's gateway for text messages: nobody registers, the person's number is the address.
  case sms

  /// Those with which apps register.
  public static let registrable: [PushService] = [.expo, .fcm, .ntfy, .webhook]

  /// As the log names it.
  public var name: String {
    switch self {
    case .expo: "Expo"
    case .fcm: "FCM"
    case .ntfy: "ntfy"
    case .webhook: "the webhook"
    case .sms: "SMS"
    }
  }

  /// Whether a text has the form of this service's addresses: 1 to 4,096 bytes of its alphabet.
  ///
  /// Whether the address exists is not checked: the service tells at the first message.
  ///
  /// - Parameter allowsPlainHTTP: also allows `http` addresses of ntfy and webhooks. Only for setups that
  ///   allow private networks.
  public func accepts(_ token: String, allowsPlainHTTP: Bool = false) -> Bool {
    let bytes = Array(token.utf8)
    guard (1...4_096).contains(bytes.count) else { return false }
    switch self {
    case .expo:
      return ["ExponentPushToken[", "ExpoPushToken["].contains { prefix in
        bytes.starts(with: prefix.utf8) && bytes.last == UInt8(ascii: "]")
          && (1...128).contains(bytes.count - prefix.utf8.count - 1)
          && bytes[prefix.utf8.count..<bytes.count - 1].allSatisfy(Self.isWord)
      }
    case .fcm: return bytes.allSatisfy { Self.isWord($0) || $0 == UInt8(ascii: ":") }
    case .ntfy:
      guard let start = Self.address(bytes, allowsPlainHTTP) else { return Self.isTopic(bytes[...]) }
      // The last part of an address is the topic.
      guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")), slash > start else { return false }
      return Self.isTopic(bytes[(slash + 1)...]) && !bytes.contains(UInt8(ascii: "?"))
    case .webhook: return Self.address(bytes, allowsPlainHTTP) != nil
    case .sms: return false
    }
  }

  /// Whether an address leads to a server of its owner's choice: its answers say nothing about other
  /// addresses.
  public func isChosen(_ token: String) -> Bool {
    switch self {
    case .expo, .fcm, .sms: false
    case .ntfy: Self.address(Array(token.utf8), true) != nil
    case .webhook: true
    }
  }

  private static func isTopic(_ bytes: ArraySlice<UInt8>) -> Bool {
    (1...64).contains(bytes.count) && bytes.allSatisfy(isWord)
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

  /// Where the host begins in an `https` URL of at most 2,048 bytes of visible ASCII, with a host, without a
  /// user name or a fragment; `nil` for anything else.
  private static func address(_ bytes: [UInt8], _ allowsPlainHTTP: Bool) -> Int? {
    let schemes = allowsPlainHTTP ? ["https://", "http://"] : ["https://"]
    guard let scheme = schemes.first(where: { bytes.starts(with: $0.utf8) })?.utf8.count,
      bytes.count <= 2_048, !bytes.contains(UInt8(ascii: "#")),
      bytes.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    let authority = bytes.dropFirst(scheme).prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    // A backslash is a slash to some readers of URLs.
    guard !authority.isEmpty, authority.first != UInt8(ascii: ":"),
      !authority.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "\\") })
    else { return nil }
    return scheme
  }
}
