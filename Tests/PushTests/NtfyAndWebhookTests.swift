import Foundation
import Testing

@testable import Push

@Suite("ntfy")
struct NtfyTests {
  @Test(
    "each answer has its outcome; another's server is never our mistake",
    arguments: table)
  func answers(answer: HTTPAnswer, isTrusted: Bool, kind: Kind) {
    #expect(Kind(Ntfy.outcome(of: answer, now: 0, isTrusted: isTrusted)) == kind)
  }

  @Test("a message has its buttons, and a bare topic is our server's")
  func call() throws {
    var settings = PushSettings(userAgent: "R")
    settings.ntfyToken = "tk_secret"
    let full = message {
      $0.acceptURL = "https://console.example/a/1f0c"
      $0.mapURL = "geo:5.5,-0.2"
    }
    let call = try Ntfy(settings: settings).send(full, to: "rc-u8Kf")
    #expect(call.url == "https://ntfy.sh/")
    #expect(call.isTrusted)
    #expect(call.headers.first { $0.name == "Authorization" }?.value == "Bearer tk_secret")
    #expect(
      String(decoding: call.body, as: UTF8.self)
        == #"{"topic":"rc-u8Kf","title":"Incident R-1042","message":"Makola Market. Accept within 30 s.","#
        + #""priority":5,"tags":["rotating_light"],"sequence_id":"offer-7","#
        + #""click":"https://console.example/a/1f0c","actions":[{"action":"http","label":"Accept","#
        + #""url":"https://console.example/a/1f0c","method":"POST","clear":true},"#
        + #"{"action":"view","label":"Map","url":"geo:5.5,-0.2"}]}"#)
  }

  @Test("a silent message has no alarm about it")
  func silent() throws {
    let call = try Ntfy(settings: PushSettings(userAgent: "R")).send(message { $0.isSilent = true }, to: "t")
    #expect(JSONAnswer(call.body)["priority"].number == 2)
    #expect(JSONAnswer(call.body)["tags"].list.isEmpty)
  }

  @Test("a topic at another server is sent there, guarded, and without our token")
  func othersServer() throws {
    var settings = PushSettings(userAgent: "R")
    settings.ntfyToken = "tk_secret"
    let call = try Ntfy(settings: settings).send(message(), to: "https://ntfy.example/below/topic-1")
    #expect(call.url == "https://ntfy.example/below/")
    #expect(!call.isTrusted)
    #expect(call.headers.allSatisfy { $0.name != "Authorization" })
    #expect(JSONAnswer(call.body)["topic"].text == "topic-1")
    let ours = try Ntfy(settings: settings).send(message(), to: "https://ntfy.sh/topic-1")
    #expect(ours.isTrusted && ours.url == "https://ntfy.sh/")
  }

  static let table: [(HTTPAnswer, Bool, Kind)] = [
    (answer(200, #"{"id":"sPs71M8A2T","event":"message"}"#), true, .accepted("sPs71M8A2T")),
    (answer(200), true, .accepted(nil)),
    (answer(429, #"{"code":42901,"http":429}"#), true, .retry(nil)),
    (answer(429, "", [("retry-after", "20")]), false, .retry(20_000)),
    (answer(507, #"{"code":50701}"#), true, .retry(nil)),
    (answer(500), true, .retry(nil)),
    (answer(502, "<html>"), false, .retry(nil)),
    (answer(403, #"{"code":40301}"#), true, .refused),
    (answer(403), false, .refused),
    (answer(401, #"{"code":40101}"#), true, .misconfigured),
    (answer(401), false, .refused),
    (answer(400, #"{"code":40009}"#), true, .refused),
    (answer(413), true, .refused),
    (answer(404), true, .misconfigured),
    (answer(404), false, .refused),
    (answer(301), false, .refused),
  ]
}

@Suite("The signed webhook")
struct WebhookTests {
  @Test(
    "any 2xx has taken it, 410 wants no more, all else may pass",
    arguments: table)
  func answers(answer: HTTPAnswer, kind: Kind) {
    #expect(Kind(Webhook.outcome(of: answer, now: 0)) == kind)
  }

  @Test("the signature is the one of the standard's own example")
  func signature() throws {
    // https://github.com/standard-webhooks/standard-webhooks: the example that the reference libraries share.
    let key = try #require(WebhookKey(secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
    let signature = key.signature(
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8)
    )
    #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  }

  @Test("while secrets are rotated, each signs; the message keeps its id and gets the time of sending")
  func call() throws {
    var settings = PushSettings(userAgent: "R")
    settings.webhookSecrets = [Self.secret(1), Self.secret(2)]
    let call = try Webhook(settings: settings).send(
      message("msg_9") {
        $0.expiresAt = 1_795_000_030_000
        $0.acceptURL = "https://console.example/a/1"
      }, to: "https://partner.example/in", now: 1_795_000_000_123)
    func header(_ name: String) -> String? { call.headers.first { $0.name == name }?.value }
    #expect(header("webhook-id") == "msg_9")
    #expect(header("webhook-timestamp") == "1795000000")
    let keys = settings.webhookSecrets.compactMap(WebhookKey.init(secret:))
    let expected = keys.map { $0.signature(id: "msg_9", timestamp: 1_795_000_000, body: call.body) }
    #expect(header("webhook-signature") == expected.joined(separator: " "))
    #expect(!call.isTrusted)
    #expect(
      String(decoding: call.body, as: UTF8.self)
        == #"{"type":"assignment.offered","timestamp":"2026-11-18T11:06:40.123Z","#
        + #""data":{"title":"Incident R-1042","message":"Makola Market. Accept within 30 s.","#
        + #""expires_at":"2026-11-18T11:07:10.000Z","urgent":true,"silent":false,"collapse_key":"offer-7","#
        + #""accept_url":"https://console.example/a/1","details":{"offer_id":"o_7Q"}}}"#)
  }

  @Test(
    "a secret has its shape: whsec_ and base64 of 24 to 64 bytes",
    arguments: [(24, true), (32, true), (64, true), (23, false), (65, false), (0, false)])
  func secretSizes(count: Int, isRight: Bool) {
    let base64 = Data(repeating: 1, count: count).base64EncodedString()
    #expect(PushSettings.isWebhookSecret("whsec_" + base64) == isRight)
    #expect(!PushSettings.isWebhookSecret(base64))
  }

  @Test("what is no secret is none", arguments: ["", "whsec_", "whsec_###", "WHSEC_AAAA", "whsec"])
  func secrets(text: String) {
    #expect(!PushSettings.isWebhookSecret(text))
  }

  @Test("without a secret, or with one of the wrong shape, nothing goes out unsigned")
  func unsigned() {
    for secrets in [[], ["nonsense"], [Self.secret(1), "nonsense"]] {
      var settings = PushSettings(userAgent: "R")
      settings.webhookSecrets = secrets
      #expect(throws: NotSent.self) {
        try Webhook(settings: settings).send(message(), to: "https://partner.example/", now: 0)
      }
    }
  }

  static func secret(_ byte: UInt8) -> String {
    "whsec_" + Data(repeating: byte, count: 32).base64EncodedString()
  }

  static let table: [(HTTPAnswer, Kind)] = [
    (answer(200), .accepted(nil)), (answer(204), .accepted(nil)), (answer(299, "x"), .accepted(nil)),
    (answer(410), .gone), (answer(429, "", [("retry-after", "4")]), .retry(4_000)),
    (answer(301), .retry(nil)), (answer(400), .retry(nil)), (answer(401), .retry(nil)),
    (answer(404), .retry(nil)), (answer(500), .retry(nil)), (answer(503), .retry(nil)),
  ]
}
