/// What Expo is sent. https://docs.expo.dev/push-notifications/sending-notifications
struct ExpoCalls {
  let settings: PushSettings

  /// The most receipts that one call may ask for.
  static let receiptLimit = 1_000

  /// The call that hands a message over.
  ///
  /// - Parameter secondsLeft: until the message is worthless.
  func send(_ message: PushMessage, to token: String, secondsLeft: Int64) throws(NotSent) -> HTTPCall {
    let body = Fitting.fit(message, within: Fitting.limit + token.utf8.count) { title, body in
      var members: [(String, JSONText)] = [
        ("to", .text(token)), ("title", .text(title)), ("body", .text(body)),
        ("data", .texts(message.allData)),
        ("priority", .text(message.isUrgent ? "high" : "default")),
        ("ttl", .number(secondsLeft)),
        ("channelId", .text(message.isSilent ? settings.silentChannel : settings.alertChannel)),
      ]
      if !message.isSilent { members.append(("sound", .text("default"))) }
      if message.isUrgent, !message.isSilent {
        members.append(("interruptionLevel", .text("time-sensitive")))
      }
      return JSONText.object(members).bytes
    }
    guard let body else { throw .tooBig(.expo) }
    return try call("send", body)
  }

  /// The call that asks what became of messages, at most 1000.
  func receipts(_ ids: [String]) throws(NotSent) -> HTTPCall {
    try call("getReceipts", JSONText.object([("ids", .list(ids.map { .text($0) }))]).bytes)
  }

  private func call(_ method: String, _ body: [UInt8]) throws(NotSent) -> HTTPCall {
    guard let base = WebURL(base: settings.expoURL) else {
      throw .misconfigured("Expo: the server's address cannot be called")
    }
    var headers = [("Content-Type", "application/json"), ("Accept", "application/json")]
    headers.append(("User-Agent", settings.userAgent))
    if let token = settings.expoAccessToken { headers.append(("Authorization", "Bearer " + token)) }
    return HTTPCall(
      url: base.text + "/--/api/v2/push/" + method, headers: headers, body: body, isTrusted: true)
  }
}
