import Foundation
import Testing

@testable import Push

@Suite("What a message becomes")
struct MessageTests {
  @Test("text that is too long is cut at a scalar, the body before the title, the data never")
  func fitting() throws {
    // A family of emoji, combining marks, and bytes that need escaping.
    let long = String(repeating: "Straße \"x\" 👩‍👩‍👧 e\u{301}\u{1} ", count: 400)
    for (title, body) in [("Short", long), (long, "Short"), (long, long)] {
      let data = (0..<40).map { (name: "name\($0)", value: "value \($0)") }
      let big = message(data: data) {
        $0.title = title
        $0.body = body
      }
      let call = try Expo(settings: PushSettings(userAgent: "R")).send(
        big, to: "ExpoPushToken[x]", secondsLeft: 1)
      let limit = Fitting.limit + "ExpoPushToken[x]".utf8.count
      #expect(call.body.count <= limit)
      #expect(call.body.count > limit - 40, "more would have fitted")
      let document = JSONAnswer(call.body)
      let sent = (title: try #require(document["title"].text), body: try #require(document["body"].text))
      #expect(document["data"].members.count == data.count + 3)
      #expect(title == "Short" ? sent.title == title : sent.title.hasSuffix("…"))
      #expect(sent.body.hasSuffix("…") || sent.body.isEmpty)
      #expect(title.unicodeScalars.starts(with: sent.title.unicodeScalars.filter { $0 != "…" }))
      #expect(body.unicodeScalars.starts(with: sent.body.unicodeScalars.filter { $0 != "…" }))
    }
  }

  @Test("data that does not fit is refused by every provider, and nothing is sent")
  func tooMuchData() throws {
    let fake = try FakeProvider.shared.get()
    let account = try FCMTests.account()
    let sender = PushSender(
      fake.settings {
        $0.webhookSecrets = [WebhookTests.secret(1)]
        $0.fcm = account
      }, clock: wallClock)
    defer { sender.stop() }
    let big = message(data: [("x", String(repeating: "x", count: 4_096))])
    let tokens = [(PushProvider.expo, "ExpoPushToken[big]"), (.webhook, "https://partner.example/")]
    for (provider, token) in tokens {
      let address = try #require(PushAddress(provider: provider, token: token))
      #expect(sender.send(big, to: address) == .refused(reason: "\(provider.name): the message is too big"))
    }
    #expect(throws: NotSent.tooBig(.fcm)) {
      try FCM(settings: PushSettings(userAgent: "R")).send(
        big, to: "t", account: account, accessToken: "a", secondsLeft: 1)
    }
    // ntfy has no data.
    let many = message { $0.acceptURL = "https://x/" + String(repeating: "x", count: 4_096) }
    #expect(throws: NotSent.tooBig(.ntfy)) {
      try Ntfy(settings: PushSettings(userAgent: "R")).send(many, to: "t")
    }
  }

  @Test(
    "what is left of its time is whole seconds, rounded up",
    arguments: [
      (1_000, 1_000, nil), (999, 1_000, nil), (1_001, 1_000, 1), (2_000, 1_000, 1), (2_001, 1_000, 2),
      (31_000, 1_000, 30), (Int64.max, 0, 28 * 86_400), (Int64.max, -1, 28 * 86_400), (Int64.min, 0, nil),
    ] as [(Int64, Int64, Int64?)])
  func timeLeft(expiresAt: Int64, now: Int64, seconds: Int64?) {
    #expect(message { $0.expiresAt = expiresAt }.secondsLeft(at: now) == seconds)
  }

  @Test("the message's own data wins over what every message has")
  func ownData() {
    let data = message(data: [("type", "mine"), ("a", "b")]).allData
    #expect(data.map(\.name) == ["push_id", "collapse", "type", "a"])
    #expect(data.first { $0.name == "type" }?.value == "mine")
  }

  @Test("a collapse key that a provider would refuse is replaced by its hash")
  func collapseKeys() {
    #expect(CollapseID.of("") == nil)
    #expect(CollapseID.of("offer-7") == "offer-7")
    #expect(CollapseID.of(String(repeating: "k", count: 64)) == String(repeating: "k", count: 64))
    #expect(
      CollapseID.of("offer:7") == "b2dedd8fa3efc946fffbab79576580ad98146522dbe4f5d8630426a594957a4f")
    #expect(CollapseID.of(String(repeating: "k", count: 65))?.utf8.count == 64)
    #expect(CollapseID.of("offer:7") != CollapseID.of("offer:8"))
  }

  @Test("JSON is written so that a strict reader reads the same")
  func json() throws {
    let texts = ["", "\"\u{301}", "\\", "\u{0}\u{1f}\u{7f}", "\r\n", "é 👩‍👩‍👧 \u{2028}", "</script>"]
    let bytes = JSONText.object([
      ("list", .list(texts.map { .text($0) })), ("n", .number(.min)), ("yes", .flag(true)),
      ("\"", .object([])),
    ]).bytes
    let read = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let list = try #require(read["list"] as? [String])
    #expect(list.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
    #expect(read["n"] as? Int64 == .min)
    #expect(read["yes"] as? Bool == true)
    #expect((read["\""] as? [String: Any])?.isEmpty == true)
  }

  @Test(
    "an answer that is no JSON, or other JSON, holds nothing",
    arguments: ["", "{", "nul", "[[[", String(repeating: "[", count: 60_000), "{\"a\":1e999}", "\u{0}"])
  func unreadable(text: String) {
    let document = JSONAnswer(Array(text.utf8))
    #expect(document["data"]["status"].text == nil)
    #expect(document.list.isEmpty || document.members.isEmpty)
  }

  @Test(
    "instants are written in UTC",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
      (1_795_000_000_123, "2026-11-18T11:06:40.123Z"), (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
      (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (1_735_689_599_000, "2024-12-31T23:59:59.000Z"),
      (.max, "9999-12-31T23:59:59.999Z"), (.min, "1970-01-01T00:00:00.000Z"),
    ] as [(Int64, String)])
  func instants(milliseconds: Int64, text: String) {
    #expect(UTCText.of(milliseconds) == text)
  }

  @Test(
    "Retry-After is seconds or any form of an HTTP date",
    arguments: [
      ("0", 0), ("7", 7_000), (" 7 ", 7_000), ("007", 7_000), ("99999999999999999999999999", 86_400_000),
      ("Sun, 06 Nov 1994 08:49:37 GMT", 10_000), ("Sunday, 06-Nov-94 08:49:37 GMT", 10_000),
      ("Sun Nov  6 08:49:37 1994", 10_000), ("Sun, 06 Nov 1994 08:49:27 GMT", 0),
      ("Sun, 06 Nov 1994 08:00:00 GMT", 0), ("Tue, 08 Nov 1994 08:49:37 GMT", 86_400_000),
      ("", nil), ("soon", nil), ("-1", nil), ("1.5", nil), ("7 8", nil), ("7s", nil), ("Sun, 99 Foo", nil),
    ] as [(String, Int64?)])
  func retryAfter(text: String, wait: Int64?) {
    // 6 November 1994, 08:49:27 UTC.
    #expect(RetryAfter.milliseconds(text, now: 784_111_767_000) == wait)
  }
}
