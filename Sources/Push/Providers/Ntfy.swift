/// Requests to ntfy. https://docs.ntfy.sh/publish/#publish-as-json
struct Ntfy {
  let settings: PushSettings

  /// The call that hands a message over, to the server in the address, else to ours.
  func send(_ message: PushMessage, to token: String) throws(NotSent) -> HTTPCall {
    guard let ours = WebURL(base: settings.ntfyURL) else {
      throw .misconfigured("ntfy: the server's address cannot be called")
    }
    let named = NtfyTopic(url: token, allowsPlainHTTP: true)
    let isOurs = named == nil || named?.server == ours.text
    let topic = named?.topic ?? token
    let body = Fitting.fit(message, within: Fitting.limit) { title, body in
      JSONText.object(members(message, topic, title, body)).bytes
    }
    guard let body else { throw .tooBig(.ntfy) }
    var headers = [("Content-Type", "application/json"), ("User-Agent", settings.userAgent)]
    // Our token is for our server only.
    if isOurs, let ntfyToken = settings.ntfyToken { headers.append(("Authorization", "Bearer " + ntfyToken)) }
    return HTTPCall(
      url: (isOurs ? ours.text : named?.server ?? ours.text) + "/", headers: headers, body: body,
      isTrusted: isOurs, mayBeOfOwnAuthority: true)
  }

  private func members(
    _ message: PushMessage, _ topic: String, _ title: String, _ body: String
  ) -> [(String, JSONText)] {
    var members: [(String, JSONText)] = [
      ("topic", .text(topic)), ("title", .text(title)), ("message", .text(body)),
      ("priority", .number(message.isSilent ? 2 : message.isUrgent ? 5 : 3)),
    ]
    if message.isUrgent, !message.isSilent { members.append(("tags", .list([.text("rotating_light")]))) }
    // Servers before 2.16 do not support it, and show the later message beside the earlier one.
    if let key = CollapseID.of(message.collapseKey) { members.append(("sequence_id", .text(key))) }
    if let acceptURL = message.acceptURL { members.append(("click", .text(acceptURL))) }
    let actions = actions(message)
    if !actions.isEmpty { members.append(("actions", .list(actions))) }
    return members
  }

  private func actions(_ message: PushMessage) -> [JSONText] {
    var actions: [JSONText] = []
    if let url = message.acceptURL {
      actions.append(
        .object([
          ("action", .text("http")), ("label", .text("Accept")), ("url", .text(url)),
          ("method", .text("POST")), ("clear", .flag(true)),
        ]))
    }
    if let url = message.mapURL {
      actions.append(.object([("action", .text("view")), ("label", .text("Map")), ("url", .text(url))]))
    }
    return actions
  }
}

/// ntfy's answers. A topic is never gone: the first message creates it.
extension Ntfy {
  /// The outcome of handing over one message.
  ///
  /// - Parameter isTrusted: whether it was our server, and not one that a phone named.
  static func outcome(of answer: HTTPAnswer, now: Int64, isTrusted: Bool) -> Outcome {
    switch answer.status {
    case 200...299: .accepted(id: JSONAnswer(answer.body)["id"].text)
    // The topic may be reserved by another user. That must not stop ntfy for everyone.
    case 403: .refused(reason: "ntfy: no right to write to this topic (403)")
    case 507:
      .retry(after: answer.retryAfter(now: now), reason: "ntfy: nobody listens to the topic yet (507)")
    default: answer.plainOutcome(.ntfy, now: now, isTrusted: isTrusted)
    }
  }
}
