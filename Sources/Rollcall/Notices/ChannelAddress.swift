/// The rules for the address of a channel.
public enum ChannelAddress {
  /// The most mail recipients of one channel.
  public static let mostRecipients = 10

  /// What is wrong with an address, as a sentence; `nil` = nothing.
  ///
  /// Whether anything answers there is not checked: a test message shows that.
  ///
  /// - Parameter allowsPlainHTTP: Whether `http` URLs are allowed. True only where private networks are
  ///   allowed.
  public static func problem(
    with text: String, for kind: Channel.Kind, allowsPlainHTTP: Bool = false
  ) -> String? {
    switch kind {
    case .webhook:
      PushService.webhook.accepts(text, allowsPlainHTTP: allowsPlainHTTP)
        ? nil : webhookProblem(text)
    case .ntfy:
      // The server must be named: which one a bare topic means would depend on the operator's settings.
      text.utf8.contains(UInt8(ascii: "/"))
        && PushService.ntfy.accepts(text, allowsPlainHTTP: allowsPlainHTTP)
        ? nil : "The server and the topic: https://ntfy.example.org/topic."
    case .mail: mailProblem(recipients(text))
    }
  }

  private static func webhookProblem(_ text: String) -> String {
    text.lowercased().hasPrefix("http://")
      ? "http:// is not allowed for messages that contain names. Use https://…"
      : "Write an https:// address of at most 2,048 characters, without a user's name and without “#”."
  }

  /// Whether two URLs lead to the same server, by scheme, host and port. A secret entrusted to one server
  /// must not go to another.
  public static func isSameServer(_ one: String, _ other: String) -> Bool {
    guard let one = server(of: one), let other = server(of: other) else { return false }
    return one == other
  }

  /// Scheme, host and port as lower-case bytes, without the scheme's default port; `nil` when it is not a web
  /// URL.
  private static func server(of url: String) -> [UInt8]? {
    for (scheme, port) in [("https://", ":443"), ("http://", ":80")]
    where url.utf8.starts(with: scheme.utf8) {
      let authority = url.utf8.dropFirst(scheme.utf8.count)
        .prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
      var name: [UInt8] = authority.map { byte in
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
      }
      if name.suffix(port.utf8.count).elementsEqual(port.utf8) { name.removeLast(port.utf8.count) }
      return Array(scheme.utf8) + name
    }
    return nil
  }

  /// The mail addresses in a text, separated by commas, semicolons, blanks or line breaks.
  public static func recipients(_ text: String) -> [String] {
    text.utf8.split { byte in
      [",", ";", " ", "\n", "\r", "\t"].contains(Unicode.Scalar(byte))
    }.map { String(Substring($0)) }
  }

  private static func mailProblem(_ recipients: [String]) -> String? {
    guard (1...mostRecipients).contains(recipients.count) else {
      return "1 to \(mostRecipients) addresses, with commas."
    }
    guard let wrong = recipients.first(where: { !MailAddress.isPlain($0) }) else { return nil }
    return "“\(wrong)” is no address of mail: ana@example.org."
  }
}
