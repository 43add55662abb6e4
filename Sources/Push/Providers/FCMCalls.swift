/// What FCM is sent. https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages
struct FCMCalls {
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
      // The key replaces what waits at Google, the tag what the phone shows.
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
