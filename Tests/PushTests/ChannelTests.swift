import Foundation
import Testing

@testable import Push

@Suite("Messages to channels")
struct ChannelCallTests {
  private let message = ChannelMessage(
    id: "ntc_1_7", type: "alert.opened", at: 1_795_251_600_000, title: "North: nobody \"there\"",
    body: "a\nb",
    urgency: .high, url: "https://r.example/w/north/alerts",
    details: [("alert_id", .number(7)), ("critical", .flag(true)), ("closed_at", .text(nil))])
  private let secret = "whsec_" + String(repeating: "A", count: 32)

  @Test("A webhook is signed with each secret, by its id and the time of the attempt")
  func webhook() throws {
    let call = try #require(
      WebhookChannel(url: "https://a.example/h", secrets: [secret, secret]).call(
        message, now: 5_999, userAgent: "R"))
    #expect(
      String(decoding: call.body, as: UTF8.self)
        == #"{"type":"alert.opened","timestamp":"2026-11-21T09:00:00.000Z","data":{"title":"North: nobody \"there\"","#
        + #""message":"a\u000ab","alert_id":7,"critical":true,"closed_at":null,"url":"https://r.example/w/north/alerts"}}"#
    )
    let key = try #require(WebhookKey(secret: secret))
    let signature = key.signature(id: "ntc_1_7", timestamp: 5, body: call.body)
    #expect(call.headers.contains { $0 == ("webhook-signature", "\(signature) \(signature)") })
    #expect(call.headers.contains { $0 == ("webhook-id", "ntc_1_7") } && !call.isTrusted)
    for bad in [[], ["whsec_"], [secret, "x"]] {
      #expect(
        WebhookChannel(url: "https://a.example", secrets: bad).call(message, now: 0, userAgent: "") == nil)
    }
  }

  @Test("ntfy is told how loud it is; the token goes to the server that the channel names")
  func ntfy() throws {
    func call(_ urgency: ChannelMessage.Urgency, ours: String = "https://ntfy.sh") throws -> HTTPCall {
      var message = message
      message.urgency = urgency
      return try #require(
        NtfyChannel(url: "https://ntfy.example/t", token: "tk").call(message, ours: ours, userAgent: "R"))
    }
    #expect(
      try [.low, .normal, .high].map { JSONAnswer(try call($0).body)["priority"].number } == [2, 3, 5])
    let loud = try call(.high)
    #expect(loud.url == "https://ntfy.example/" && JSONAnswer(loud.body)["topic"].text == "t")
    #expect(JSONAnswer(loud.body)["click"].text == "https://r.example/w/north/alerts")
    #expect(loud.headers.contains { $0 == ("Authorization", "Bearer tk") })
    #expect(try !loud.isTrusted && call(.high, ours: "https://ntfy.example/").isTrusted)
  }

  @Test(
    "What an answer means",
    arguments: [
      (200, "accepted"), (204, "accepted"), (301, "refused"), (400, "refused"), (401, "refused"),
      (404, "refused"), (408, "retry"), (410, "gone"), (422, "refused"), (429, "retry"), (500, "retry"),
      (503, "retry"), (0, "retry"),
    ])
  func answers(status: Int, meaning: String) {
    let report = ChannelAnswers.report(
      of: HTTPAnswer(status: status, headers: [(name: "retry-after", value: "7")]), now: 0)
    #expect(report.status == status && "\(report.kind)" == meaning)
    #expect(report.after == (report.kind == .retry ? 7_000 : nil))
  }

  @Test("An address inside is refused at the moment of connecting, unless inside is allowed")
  func guarded() {
    var settings = ChannelSender.Settings(userAgent: "R")
    func send() -> Outcome {
      ChannelSender(settings) { 0 }.send(
        message, by: WebhookChannel(url: "https://127.0.0.1:1/h", secrets: [secret]))
    }
    #expect(send() == Outcome(.refused, "The server is in a private network"))
    settings.allowsPrivateNetworks = true
    #expect(send() == Outcome(.retry, "The server cannot be reached"))
  }
}

@Suite("Mail")
struct MailTextTests {
  private let sender = MailSettings(
    url: "smtp://mail.example.org", from: "r@example.org", name: "Control room")

  private func text(_ title: String, _ body: String = "x") -> String {
    let message = ChannelMessage(id: "ntc_1", type: "test", at: 1_795_251_600_000, title: title, body: body)
    return String(
      decoding: MailText.bytes(message, from: sender, to: ["a@b.c", "d@e.f"]), as: UTF8.self)
  }

  @Test("The head has what a mailbox needs, and no line of it comes from a title")
  func head() {
    let text = text("Sever: ni nikogar\r\nBcc: evil@example.org", "Čez\ndan")
    let head = text.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
    #expect(head.contains("Date: Sat, 21 Nov 2026 09:00:00 +0000"))
    #expect(
      head.contains("Message-ID: <ntc_1@example.org>") && head.contains("Auto-Submitted: auto-generated"))
    #expect(head.contains("From: Control room <r@example.org>"))
    #expect(head.contains("To: a@b.c,") && head.contains(" d@e.f"))
    #expect(!head.contains { $0.lowercased().hasPrefix("bcc") })
    let body = text.components(separatedBy: "\r\n\r\n")[1].replacingOccurrences(of: "\r\n", with: "")
    #expect(text.contains("Content-Type: text/plain; charset=utf-8") && !text.contains("multipart"))
    #expect(Data(base64Encoded: body).map { String(decoding: $0, as: UTF8.self) } == "Čez\r\ndan")
    #expect(!text.contains("\n\n") && text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test(
    "A subject comes back as it was, in words of at most 75 characters",
    arguments: [
      "North", "Škofja Loka: nihče ni dosegljiv", String(repeating: "č", count: 200), "👩🏽‍🚒 emergency",
      "=?UTF-8?B?eA==?= as it is", String(repeating: "long ", count: 60),
    ])
  func subject(title: String) {
    let encoded = MailText.encoded(title)
    #expect(encoded.components(separatedBy: "\r\n ").allSatisfy { $0.utf8.count <= 200 })
    guard encoded != title else { return }
    var bytes = Data()
    for word in encoded.components(separatedBy: "\r\n ") {
      #expect(word.utf8.count <= 75 && word.hasPrefix("=?UTF-8?B?") && word.hasSuffix("?="))
      let part = Data(base64Encoded: String(word.dropFirst(10).dropLast(2))) ?? Data()
      #expect(String(data: part, encoding: .utf8) != nil, "cut inside of a scalar")
      bytes += part
    }
    #expect(String(decoding: bytes, as: UTF8.self) == title)
  }

  @Test(
    "A login goes by TLS only, but within this machine",
    arguments: [
      ("smtp://mail.example.org:587", true, true), ("smtp://mail.example.org", false, false),
      ("smtps://mail.example.org", false, true), ("smtp://127.0.0.1:25", true, false),
      ("smtp://localhost", true, false), ("smtp://[::1]:25", true, false),
      ("smtp://127.0.0.1.example.org", true, true), ("smtp://localhost.example.org", true, true),
    ])
  func security(url: String, hasLogin: Bool, isRequired: Bool) {
    let settings = MailSettings(url: url, from: "a@b.c", name: "R", login: hasLogin ? ("u", "p") : nil)
    #expect(settings.security() == (isRequired ? .required : .offered))
  }

  @Test(
    "A file goes by TLS only, but within this machine",
    arguments: [
      ("smtp://mail.example.org", true), ("smtps://mail.example.org", true), ("smtp://127.0.0.1:25", false),
    ])
  func securityOfFiles(url: String, isRequired: Bool) {
    let settings = MailSettings(url: url, from: "a@b.c", name: "R")
    #expect(settings.security(forFile: true) == (isRequired ? .required : .offered))
  }

  @Test(
    "What can be a mail server's URL",
    arguments: [
      ("smtp://a.example", true), ("smtps://a.example:465/", true), ("http://a.example", false),
      ("smtp://u:p@a.example", false), ("smtp://", false), ("smtp://a.example/path", false),
      ("a.example", false),
    ])
  func urls(text: String, isRight: Bool) { #expect(MailSettings.isURL(text) == isRight) }
}
