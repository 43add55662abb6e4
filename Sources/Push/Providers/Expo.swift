/// Requests to Expo. https://docs.expo.dev/push-notifications/sending-notifications
struct Expo {
  let settings: PushSettings

  /// The most receipts for one call.
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

  /// The call that asks for the receipts of messages, at most 1000.
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

/// Expo's answers.
extension Expo {
  /// The outcome of handing over one message.
  static func outcome(of answer: HTTPAnswer, now: Int64) -> Outcome {
    let document = JSONAnswer(answer.body)
    guard (200...299).contains(answer.status) else { return failure(answer, document, now: now) }
    // A single message is answered with one ticket, a list of one with a list of one.
    let ticket = document["data"].list.first ?? document["data"]
    if ticket["status"].text == nil, document["errors"].list.first != nil {
      return failure(answer, document, now: now)
    }
    return outcome(ofTicket: ticket, id: ticket["id"].text)
      // It may have been taken; sending it again with the same key does less harm than never.
      ?? .retry(after: nil, reason: "Expo: its answer cannot be understood")
  }

  /// The outcomes of messages handed over earlier, by id. Those not known yet are missing.
  static func receipts(of answer: HTTPAnswer) -> [String: Outcome] {
    guard (200...299).contains(answer.status) else { return [:] }
    let receipts = JSONAnswer(answer.body)["data"].members
    return Dictionary(
      uniqueKeysWithValues: receipts.compactMap { id, receipt in
        outcome(ofTicket: receipt, id: id).map { (id, $0) }
      })
  }

  private static func outcome(ofTicket ticket: JSONAnswer, id: String?) -> Outcome? {
    switch ticket["status"].text {
    case "ok": .accepted(id: id)
    case "error": outcome(ofError: ticket["details"]["error"].code)
    default: nil
    }
  }

  /// Tickets and receipts have the same errors.
  private static func outcome(ofError code: String?) -> Outcome {
    switch code {
    case "DeviceNotRegistered": .gone(reason: "Expo: the device is not registered any more")
    case "MessageTooBig": .refused(reason: "Expo: the message is too big")
    case "MessageRateExceeded": .retry(after: nil, reason: "Expo: too many messages to this device")
    case "InvalidCredentials": .misconfigured(reason: "Expo: the app's push credentials are not valid")
    case "MismatchSenderId": .misconfigured(reason: "Expo: the app's FCM key is another sender's")
    case "ExpoError", "ProviderError": .retry(after: nil, reason: "Expo: a fault on the way to the device")
    case let code?: .refused(reason: "Expo: the message is refused (\(code))")
    case nil: .refused(reason: "Expo: the message is refused")
    }
  }

  /// The call as a whole was refused.
  private static func failure(_ answer: HTTPAnswer, _ document: JSONAnswer, now: Int64) -> Outcome {
    switch document["errors"].list.first?["code"].code {
    case "TOO_MANY_REQUESTS":
      .retry(after: answer.retryAfter(now: now), reason: "Expo: too many messages")
    case let code? where code.hasPrefix("PUSH_TOO_MANY_"):
      .refused(reason: "Expo: the call is refused (\(code))")
    default: answer.status < 300 ? outcome(ofError: nil) : answer.plainOutcome(.expo, now: now)
    }
  }
}
