import Testing

@testable import Push

@Suite("Expo")
struct ExpoTests {
  static let now: Int64 = 1_795_000_000_000

  @Test(
    "each answer has its outcome",
    arguments: table)
  func answers(answer: HTTPAnswer, kind: Kind) {
    #expect(Kind(Expo.outcome(of: answer, now: Self.now)) == kind)
  }

  @Test("the reasons are sentences for people, without the address and the provider's own words")
  func reasons() {
    let gone = Expo.outcome(of: Self.ticket("DeviceNotRegistered"), now: Self.now)
    #expect(gone == .gone(reason: "Expo: the device is not registered any more"))
    let other = Expo.outcome(of: Self.ticket("x]\\nExponentPushToken[secret]"), now: Self.now)
    #expect(other == .refused(reason: "Expo: the message is refused"))
  }

  @Test("receipts have the outcomes of tickets; those not known yet are missing")
  func receipts() {
    let document = """
      {"data":{"a":{"status":"ok"},"b":{"status":"error","message":"m","details":{"error":"DeviceNotRegistered"}},
      "c":{"status":"error","details":{"error":"MessageRateExceeded"}},"d":{"status":"soon"},"e":null}}
      """
    let receipts = Expo.receipts(of: answer(200, document)).mapValues(Kind.init)
    #expect(receipts == ["a": .accepted("a"), "b": .gone, "c": .retry(nil)])
    #expect(Expo.receipts(of: answer(503, document)).isEmpty)
    #expect(Expo.receipts(of: answer(200, "[]")).isEmpty)
  }

  @Test("a message is one JSON object for a phone that has to wake")
  func urgentMessage() throws {
    var settings = PushSettings(userAgent: "R")
    settings.expoAccessToken = "expo-secret"
    let call = try Expo(settings: settings).send(
      message("msg_9"), to: "ExponentPushToken[x]", secondsLeft: 30)
    #expect(call.url == "https://exp.host/--/api/v2/push/send")
    #expect(call.headers.first { $0.name == "Authorization" }?.value == "Bearer expo-secret")
    #expect(
      String(decoding: call.body, as: UTF8.self)
        == #"{"to":"ExponentPushToken[x]","title":"Incident R-1042","body":"Makola Market. Accept within 30 s.","#
        + #""data":{"type":"assignment.offered","push_id":"msg_9","collapse":"offer-7","offer_id":"o_7Q"},"#
        + #""priority":"high","ttl":30,"channelId":"assignments","sound":"default","#
        + #""interruptionLevel":"time-sensitive"}"#)
  }

  @Test("a silent message makes no sound and breaks through nothing")
  func silentMessage() throws {
    let silent = message { $0.isSilent = true }
    let call = try Expo(settings: PushSettings(userAgent: "R")).send(
      silent, to: "ExpoPushToken[x]", secondsLeft: 30)
    let document = JSONAnswer(call.body)
    #expect(document["sound"].text == nil)
    #expect(document["interruptionLevel"].text == nil)
    #expect(document["channelId"].text == "updates")
    #expect(call.headers.allSatisfy { $0.name != "Authorization" })
  }

  private static func ticket(_ code: String) -> HTTPAnswer {
    answer(
      200,
      #"{"data":[{"status":"error","message":"ExponentPushToken[secret] is bad","details":{"error":"\#(code)"}}]}"#
    )
  }

  private static func error(_ status: Int, _ code: String) -> HTTPAnswer {
    answer(status, #"{"errors":[{"code":"\#(code)","message":"words"}]}"#)
  }

  static let table: [(HTTPAnswer, Kind)] = [
    (answer(200, #"{"data":[{"status":"ok","id":"a-1"}]}"#), .accepted("a-1")),
    (answer(200, #"{"data":{"status":"ok","id":"a-1"}}"#), .accepted("a-1")),
    (answer(200, #"{"data":{"status":"ok"}}"#), .accepted(nil)),
    (ticket("DeviceNotRegistered"), .gone),
    (ticket("MessageTooBig"), .refused),
    (ticket("MessageRateExceeded"), .retry(nil)),
    (ticket("InvalidCredentials"), .misconfigured),
    (ticket("MismatchSenderId"), .misconfigured),
    (ticket("ExpoError"), .retry(nil)),
    (ticket("ProviderError"), .retry(nil)),
    (ticket("SomethingNew"), .refused),
    (answer(200, #"{"data":{"status":"error","message":"no"}}"#), .refused),
    (error(400, "PUSH_TOO_MANY_EXPERIENCE_IDS"), .refused),
    (error(400, "PUSH_TOO_MANY_NOTIFICATIONS"), .refused),
    (error(200, "PUSH_TOO_MANY_NOTIFICATIONS"), .refused),
    (error(200, "VALIDATION_ERROR"), .refused),
    (error(400, "VALIDATION_ERROR"), .refused),
    (error(429, "TOO_MANY_REQUESTS"), .retry(nil)),
    (answer(429, "", [("retry-after", "7")]), .retry(7_000)),
    (error(401, "UNAUTHORIZED"), .misconfigured),
    (answer(403), .misconfigured),
    (answer(302, "", [("location", "https://example.com")]), .misconfigured),
    (answer(404, "<html>"), .misconfigured),
    (answer(413), .refused),
    (answer(418), .refused),
    (answer(500), .retry(nil)),
    (answer(502, "<html>Bad gateway</html>"), .retry(nil)),
    (answer(503, "", [("retry-after", "Sun, 15 Nov 2026 11:06:45 GMT")]), .retry(0)),
    (answer(200, "<html>"), .retry(nil)),
    (answer(200, #"{"data":[]}"#), .retry(nil)),
    (answer(200, #"{"data":[7]}"#), .retry(nil)),
    (answer(200), .retry(nil)),
  ]
}
