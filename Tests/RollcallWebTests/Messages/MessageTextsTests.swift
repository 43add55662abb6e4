import Foundation
import Rollcall
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("What people read of messages")
struct MessageTextsTests {
  private let now = Timestamp(milliseconds: 1_795_251_600_000)
  private let workspace = Workspace(
    id: Workspace.ID(1), slug: "city", name: "City <Rescue> & Co", timeZone: "Europe/Ljubljana",
    retentionDays: 90)
  private let texts: MessageTexts

  init() throws { texts = try MessageTexts(directory: Console.root.appendingPathComponent("Templates").path) }

  private func phone(
    _ kind: PushJob.Kind, region: String? = "North", isOrder: Bool = false, isDrill: Bool = false,
    left: Milliseconds = 29_400, by service: PushService = .expo
  ) -> [String] {
    let subject = PushJob.Subject(
      offer: Offer.ID(3), incident: Incident.ID(12), reference: "INC-12", kind: isOrder ? .order : .incident,
      region: region, distance: 1_249, isDrill: isDrill)
    let text = texts.text(
      of: PushJob(
        id: PushJob.ID(7), service: service, token: "x", kind: kind, expiresAt: now.advanced(by: left),
        subject: kind == .test ? nil : subject), at: now)
    return [text.title, text.body]
  }

  @Test("An offer: which incident, about where, how long; a drill says that it is one")
  func offers() {
    #expect(phone(.offer) == ["Incident INC-12", "North, 1.2 km away. Answer within 29 s."])
    #expect(
      phone(.offer, region: nil, isOrder: true) == ["Order INC-12", "1.2 km away. Answer within 29 s."])
    #expect(phone(.offer, left: -5)[1].hasSuffix("Answer within 1 s."))
    #expect(
      phone(.offer, isDrill: true) == ["Drill 12", "Nobody has to go anywhere. Answer within 29 s."])
    #expect(phone(.offer, left: 119_900)[1].hasSuffix("Answer within 119 s."))
    // Never more time than there is.
    #expect(phone(.offer, left: 599_900)[1].hasSuffix("Answer within 9 min."))
    #expect(phone(.offer, left: 600_000)[1].hasSuffix("Answer within 10 min."))
    #expect(phone(.changed) == ["Incident INC-12 was changed", "Look at it in the app."])
    #expect(phone(.changed, by: .sms) == ["Incident INC-12 was changed", "Look at it:"])
    #expect(phone(.withdrawn) == ["Incident INC-12", "The offer is withdrawn."])
    #expect(phone(.withdrawn, isDrill: true) == ["Drill 12", "The drill is over."])
    #expect(phone(.test) == ["Rollcall", "A test message: this phone can be woken."])
  }

  private func channel(_ content: ChannelNotice.Content) -> [String] {
    let text = texts.text(
      of: ChannelNotice(
        id: ChannelNotice.ID(7), workspace: workspace,
        way: .init(channel: Channel.ID(1), kind: .webhook, address: "x", secrets: []), content: content,
        createdAt: now))
    return [text.title] + text.body.components(separatedBy: "\n")
  }

  private func alert(_ topic: AlertTopic, _ detail: String, isOver: Bool = false) -> Alert {
    Alert(
      id: 3, topic: topic, openedAt: now, closedAt: isOver ? now.advanced(by: 60_000) : nil, detail: detail)
  }

  @Test("An alert: what is wrong where, since when; nothing is escaped")
  func alerts() {
    let topic = AlertTopic.noOnlineResponders(region: "North")
    #expect(
      channel(.alert(alert(topic, "0 of 2 on duty"), opens: true, subject: "North")) == [
        "City <Rescue> & Co: Nobody can be reached in a region: North", "0 of 2 on duty",
        "Since 2026-11-21 10:00:00 +01:00.",
      ])
    #expect(
      channel(.alert(alert(.highOfflineRate, "", isOver: true), opens: false, subject: workspace.name)) == [
        "City <Rescue> & Co: Over: High offline rate",
        "From 2026-11-21 10:00:00 +01:00 to 2026-11-21 10:01:00 +01:00.",
      ])
  }

  @Test("A sum, a report and a test")
  func others() {
    var sum = ChannelNotice.Sum()
    sum.kinds = [(kind: .highOfflineRate, count: 30), (kind: .noOnlineResponders, count: 7)]
    (sum.opened, sum.closed) = (30, 7)
    let title = "City <Rescue> & Co: 37 alerts"
    let lines = [
      "30 × High offline rate", "7 × Nobody can be reached in a region", "30 were opened, 7 are over.",
    ]
    #expect(channel(.sum(sum)) == [title] + lines)
    (sum.from, sum.to) = (now, now.advanced(by: 60_000))
    #expect(
      channel(.sum(sum)) == [title] + lines + [
        "From 2026-11-21 10:00:00 +01:00 to 2026-11-21 10:01:00 +01:00."
      ])
    #expect(
      channel(.report(file: "a.csv", rows: 1, sha256: "0f")) == [
        "City <Rescue> & Co: report a.csv", "1 row", "SHA-256 0f",
      ])
    #expect(channel(.report(file: "a.csv", rows: 0, sha256: "0f"))[1] == "0 rows")
    #expect(
      channel(.test) == [
        "City <Rescue> & Co: a test message",
        "This channel works: alerts of City <Rescue> & Co come here.",
      ])
  }

  @Test("A code is one line, whatever a workspace is called; a name cannot begin a line of its own")
  func lines() throws {
    let message = OTPMessage(
      number: try #require(PhoneNumber("+38640123456")), code: "049130", workspace: "North\r\nSouth",
      expiresAt: now)
    #expect(
      texts.text(of: message) == "049130 is your code for North  South. It is valid for five minutes.")
    let told = channel(.alert(alert(.highOfflineRate, "x"), opens: true, subject: "Ana\nSince yesterday."))
    #expect(told.count == 3 && told[0].hasSuffix(": Ana Since yesterday."))
  }

  @Test(
    "A message without a template, a template without a message, and a tag that nothing fills stop the start")
  func checked() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("messages-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(at: Console.root.appendingPathComponent("Templates"), to: folder)
    let messages = folder.appendingPathComponent("Messages")
    _ = try MessageTexts(directory: folder.path)
    try "{{codes}}".write(
      to: messages.appendingPathComponent("LoginCode.mustache"), atomically: true, encoding: .utf8)
    #expect(throws: TemplateError.self) { try MessageTexts(directory: folder.path) }
    try "{{code}}".write(
      to: messages.appendingPathComponent("LoginCode.mustache"), atomically: true, encoding: .utf8)
    try "x".write(to: messages.appendingPathComponent("Other.mustache"), atomically: true, encoding: .utf8)
    #expect(throws: TemplateError.self) { try MessageTexts(directory: folder.path) }
    try FileManager.default.removeItem(at: messages.appendingPathComponent("Other.mustache"))
    try FileManager.default.removeItem(at: messages.appendingPathComponent("Offer.mustache"))
    #expect(throws: TemplateError.self) { try MessageTexts(directory: folder.path) }
  }
}
