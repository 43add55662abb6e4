/// Requests to FCM. https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages
struct FCM {
  let settings: PushSettings

  /// The call that hands a message over.
  ///
  /// - Parameters:
  ///   - accessToken: as the account's exchange gave it.
  ///   - secondsLeft: until the message is worthless.
  func send(
    _ message: PushMessage, to token: String, account: FCMAccount, accessToken: String, secondsLeft: Int64
  ) throws(NotSent) -> HTTPCall {
    guard let base = WebURL(base: settings.fcmURL) else {
      throw .misconfigured("FCM: the server's address cannot be called")
    }
    let body = Fitting.fit(message, within: Fitting.limit + token.utf8.count) { title, body in
      JSONText.object([
        (
          "message",
          .object([
            ("token", .text(token)),
            ("notification", .object([("title", .text(title)), ("body", .text(body))])),
            ("data", .texts(message.allData)),
            ("android", android(message, secondsLeft)),
            ("apns", apns(message)),
          ])
        )
      ]).bytes
    }
    guard let body else { throw .tooBig(.fcm) }
    return HTTPCall(
      url: base.text + "/v1/projects/\(account.projectID)/messages:send",
      headers: [
        ("Content-Type", "application/json"), ("User-Agent", settings.userAgent),
        ("Authorization", "Bearer " + accessToken),
      ],
      body: body, isTrusted: true)
  }

  private func android(_ message: PushMessage, _ secondsLeft: Int64) -> JSONText {
    var notification: [(String, JSONText)] = [
      ("channel_id", .text(message.isSilent ? settings.silentChannel : settings.alertChannel))
    ]
    if !message.isSilent { notification.append(("default_sound", .flag(true))) }
    var members: [(String, JSONText)] = [
      ("priority", .text(message.isUrgent ? "HIGH" : "NORMAL")), ("ttl", .text("\(secondsLeft)s")),
    ]
    if let key = CollapseID.of(message.collapseKey) {
      members.append(("collapse_key", .text(key)))
      // The key replaces messages waiting at Google, the tag those shown on the phone.
      notification.append(("tag", .text(key)))
    }
    return .object(members + [("notification", .object(notification))])
  }

  private func apns(_ message: PushMessage) -> JSONText {
    var headers: [(String, JSONText)] = [
      ("apns-priority", .text(message.isUrgent ? "10" : "5")),
      ("apns-expiration", .text(String(message.expiresAt / 1_000))),
    ]
    if let key = CollapseID.of(message.collapseKey) { headers.append(("apns-collapse-id", .text(key))) }
    var aps: [(String, JSONText)] = []
    if !message.isSilent { aps.append(("sound", .text("default"))) }
    if message.isUrgent, !message.isSilent { aps.append(("interruption-level", .text("time-sensitive"))) }
    return .object([
      ("headers", .object(headers)), ("payload", .object([("aps", .object(aps))])),
    ])
  }
}

/// FCM's answers. https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode
extension FCM {
  /// How long a quota counts as exhausted when the answer does not say, in milliseconds.
  static let quotaWait: Int64 = 60_000

  /// The outcome of handing over one message.
  static func outcome(of answer: HTTPAnswer, now: Int64) -> Outcome {
    let document = JSONAnswer(answer.body)
    if (200...299).contains(answer.status) {
      guard let name = document["name"].text else {
        return .retry(after: nil, reason: "FCM: its answer cannot be understood")
      }
      return .accepted(id: name)
    }
    let error = document["error"]
    let wait = answer.retryAfter(now: now)
    // The outer status may read NOT_FOUND or UNAUTHENTICATED: the details are more precise.
    switch errorCode(error) ?? error["status"].code {
    case "UNREGISTERED": return .gone(reason: "FCM: the device is not registered any more")
    case "SENDER_ID_MISMATCH": return .gone(reason: "FCM: the address belongs to another project")
    case "INVALID_ARGUMENT" where blamesToken(error): return .gone(reason: "FCM: the address is not valid")
    case "INVALID_ARGUMENT": return .refused(reason: "FCM: the message is refused (INVALID_ARGUMENT)")
    case "QUOTA_EXCEEDED", "RESOURCE_EXHAUSTED":
      return .retry(after: wait ?? quotaWait, reason: "FCM: too many messages")
    case "UNAVAILABLE": return .retry(after: wait, reason: "FCM: the server is busy")
    case "INTERNAL": return .retry(after: wait, reason: "FCM: the server has a fault")
    case "THIRD_PARTY_AUTH_ERROR":
      return .misconfigured(reason: "FCM: the Apple key or web key in Firebase is not valid")
    case "PERMISSION_DENIED":
      return .misconfigured(reason: "FCM: the service account may not send for this project")
    case "UNAUTHENTICATED": return .misconfigured(reason: "FCM: our credentials are refused (401)")
    default: return answer.plainOutcome(.fcm, now: now)
    }
  }

  /// Whether the access token itself was refused; it may have been revoked before its time.
  static func refusesAccess(_ answer: HTTPAnswer) -> Bool {
    answer.status == 401 && errorCode(JSONAnswer(answer.body)["error"]) != "THIRD_PARTY_AUTH_ERROR"
  }

  private static func errorCode(_ error: JSONAnswer) -> String? {
    for detail in error["details"].list where detail["@type"].text?.hasSuffix("fcm.v1.FcmError") == true {
      if let code = detail["errorCode"].code { return code }
    }
    return nil
  }

  private static func blamesToken(_ error: JSONAnswer) -> Bool {
    error["details"].list.contains { detail in
      detail["fieldViolations"].list.contains { $0["field"].text == "message.token" }
    }
  }
}
