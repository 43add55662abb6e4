/// The address of one phone, topic or server: a provider, and the address it issued.
public struct PushAddress: Equatable, Sendable {
  /// The provider that carries the message.
  public let provider: PushProvider
  /// The provider's address: a token, a topic or a URL. Anyone who knows it can write to it, or read along
  /// (ntfy): keep it out of logs.
  public let token: String

  /// An address in its provider's form; `nil` for anything else.
  ///
  /// - `expo`: `ExponentPushToken[…]` or `ExpoPushToken[…]`, with 1…128 letters, digits, `-` and `_` inside.
  /// - `fcm`: 1…4096 letters, digits, `-`, `_` and `:`.
  /// - `ntfy`: a topic of 1…64 letters, digits, `-` and `_`, or `https://server/topic`.
  /// - `webhook`: an https URL of at most 2048 bytes, without user, password and fragment.
  ///
  /// - Parameter allowsPlainHTTP: also allows http URLs. Only for setups that allow private networks.
  public init?(provider: PushProvider, token: String, allowsPlainHTTP: Bool = false) {
    let isRight =
      switch provider {
      case .expo: Self.isExpoToken(token)
      case .fcm: Self.isFCMToken(token)
      case .ntfy: Self.isTopic(token) || NtfyTopic(url: token, allowsPlainHTTP: allowsPlainHTTP) != nil
      case .webhook: WebURL(token, allowsPlainHTTP: allowsPlainHTTP) != nil
      }
    guard isRight else { return nil }
    self.provider = provider
    self.token = token
  }

  /// Whether this is a bare topic of ntfy.
  static func isTopic(_ text: String) -> Bool { isWord(text.utf8, upTo: 64) }

  private static func isExpoToken(_ token: String) -> Bool {
    for opening in ["ExponentPushToken[", "ExpoPushToken["] where token.utf8.starts(with: opening.utf8) {
      let inside = token.utf8.dropFirst(opening.utf8.count)
      return inside.last == UInt8(ascii: "]") && isWord(inside.dropLast(), upTo: 128)
    }
    return false
  }

  private static func isFCMToken(_ token: String) -> Bool {
    isWord(token.utf8, upTo: 4_096, also: UInt8(ascii: ":"))
  }

  /// Letters, digits, `-` and `_` of ASCII, at least one.
  private static func isWord(
    _ bytes: some Collection<UInt8>, upTo limit: Int, also extra: UInt8? = nil
  ) -> Bool {
    guard !bytes.isEmpty, bytes.count <= limit else { return false }
    return bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
      default: byte == extra
      }
    }
  }
}

/// An ntfy topic that names its server: `https://server/topic`, also below a path.
struct NtfyTopic: Equatable {
  /// The server's base URL, without a slash at the end.
  let server: String
  let topic: String

  /// Reads the URL; nil when its last part is no topic.
  init?(url: String, allowsPlainHTTP: Bool) {
    guard WebURL(url, allowsPlainHTTP: allowsPlainHTTP) != nil,
      let slash = url.utf8.lastIndex(of: UInt8(ascii: "/"))
    else { return nil }
    server = String(url[..<slash])
    topic = String(url[url.utf8.index(after: slash)...])
    guard PushAddress.isTopic(topic), WebURL(server, allowsPlainHTTP: allowsPlainHTTP) != nil,
      !server.utf8.contains(UInt8(ascii: "?"))
    else { return nil }
  }
}
