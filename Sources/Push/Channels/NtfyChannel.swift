/// A topic of an ntfy server: https://docs.ntfy.sh/publish/#publish-as-json.
public struct NtfyChannel: ChannelWay {
  let url: String
  let token: String?

  /// - Parameters:
  ///   - url: `https://server/topic`.
  ///   - token: the token of that server.
  public init(url: String, token: String?) { (self.url, self.token) = (url, token) }

  /// Hands a message over, and waits for the answer.
  public func send(_ message: ChannelMessage, with sender: ChannelSender) -> Outcome {
    let call = call(message, ours: sender.settings.ntfyURL, userAgent: sender.settings.userAgent)
    return call.map(sender.post) ?? Outcome(.refused, "The address names no topic")
  }

  /// The request; `nil` when the URL names no topic.
  ///
  /// - Parameter ours: the operator's own server, which may be inside.
  func call(_ message: ChannelMessage, ours: String, userAgent: String) -> HTTPCall? {
    guard let topic = NtfyTopic(url: url, allowsPlainHTTP: true) else { return nil }
    var members: [(String, JSONText)] = [
      ("topic", .text(topic.topic)), ("title", .text(message.title)), ("message", .text(message.body)),
      ("priority", .number(Self.priority(message.urgency))),
    ]
    if message.urgency == .high { members.append(("tags", .list([.text("rotating_light")]))) }
    if let url = message.url { members.append(("click", .text(url))) }
    var headers = [("Content-Type", "application/json"), ("User-Agent", userAgent)]
    if let token { headers.append(("Authorization", "Bearer " + token)) }
    return HTTPCall(
      url: topic.server + "/", headers: headers, body: JSONText.object(members).bytes,
      isTrusted: topic.server == WebURL(base: ours)?.text, mayBeOfOwnAuthority: true)
  }

  private static func priority(_ urgency: ChannelMessage.Urgency) -> Int64 {
    switch urgency {
    case .low: 2
    case .normal: 3
    case .high: 5
    }
  }
}
