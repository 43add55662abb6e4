/// What FCM's answers mean. https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode
enum FCMAnswers {
  /// How long a quota is exhausted when nobody says, in milliseconds.
  static let quotaWait: Int64 = 60_000

  /// The outcome of handing over one message.
  static func outcome(of answer: HTTPAnswer, now: Int64) -> PushOutcome {
    let document = JSONAnswer(answer.body)
    if (200...299).contains(answer.status) {
      guard let name = document["name"].text else {
        return .retry(after: nil, reason: "FCM: its answer cannot be understood")
      }
      return .accepted(id: name)
    }
    let error = document["error"]
    let wait = answer.retryAfter(now: now)
    // The outer status may read NOT_FOUND or UNAUTHENTICATED: the details know better.
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

  /// Whether the access token itself was refused, which may have been revoked before its time.
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
