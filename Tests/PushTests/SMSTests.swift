import Testing

@testable import Push

@Suite("Text messages")
struct SMSTests {
  private static let message = SMSMessage(
    id: "otp_1", to: "+38640123456", text: "049130 is your code for Åkra & Søn.", expiresAt: 2_000)

  @Test("Twilio's form is encoded byte by byte, and the account is in path and head")
  func twilio() throws {
    let gateway = TwilioGateway(url: "https://sms.example", account: "AC/1", token: "t:1", from: "+1 2")
    let call = try #require(gateway.call(Self.message, now: 1_000, userAgent: "R"))
    #expect(call.url == "https://sms.example/2010-04-01/Accounts/AC%2F1/Messages.json")
    #expect(
      String(decoding: call.body, as: UTF8.self)
        == "To=%2B38640123456&From=%2B1%202&Body=049130%20is%20your%20code%20for%20%C3%85kra%20%26%20S%C3%B8n."
    )
    #expect(call.headers.contains { $0 == ("Authorization", "Basic QUMvMTp0OjE=") })
  }

  @Test("A webhook is signed with each secret, and not sent with one that is none")
  func webhook() throws {
    let secret = "whsec_" + String(repeating: "A", count: 32)
    let gateway = WebhookGateway(url: "https://sms.example", secrets: [secret, secret])
    let call = try #require(gateway.call(Self.message, now: 1_000, userAgent: "R"))
    let key = try #require(WebhookKey(secret: secret))
    let signature = key.signature(id: "otp_1", timestamp: 1, body: call.body)
    #expect(call.headers.contains { $0 == ("webhook-signature", "\(signature) \(signature)") })
    for bad in [[], [secret, "whsec_"]] {
      #expect(
        WebhookGateway(url: "https://a.example", secrets: bad).call(Self.message, now: 1_000, userAgent: "R")
          == nil)
    }
  }

  @Test(
    "What an answer means",
    arguments: [
      (200, "sent"), (201, "sent"), (204, "sent"), (408, "again"), (425, "again"), (429, "again"),
      (500, "again"),
      (503, "again"), (301, "no"), (400, "no"), (401, "no"), (404, "no"), (410, "no"),
    ])
  func answers(status: Int, meaning: String) {
    let expected: [String: Outcome.Kind] = ["sent": .accepted, "again": .retry, "no": .refused]
    #expect(SMSSender.outcome(of: status).kind == expected[meaning])
  }

  @Test("A message that has expired is not sent")
  func expired() {
    let sender = SMSSender(
      TwilioGateway(url: "http://127.0.0.1:1", account: "a", token: "t", from: "f"), userAgent: "R"
    ) { 2_000 }
    #expect(sender.send(Self.message) == .refused(reason: "the message has expired"))
  }
}
