import Push
import Rollcall
import RollcallStore
import RollcallWeb
import Testing

@testable import RollcallServer

@Suite("What channels are sent")
struct NoticeMessageTests {
  private let at = Timestamp(milliseconds: 1_795_251_600_000)
  private let workspace = Workspace(
    id: Workspace.ID(1), slug: "city", name: "City Rescue", timeZone: "Europe/Ljubljana", retentionDays: 90)
  private let texts: MessageTexts

  init() throws { texts = try MessageTexts(directory: Places.ofTests.templates) }

  private func notice(_ content: ChannelNotice.Content) -> ChannelNotice {
    ChannelNotice(
      id: ChannelNotice.ID(7), workspace: workspace,
      way: .init(channel: Channel.ID(1), kind: .webhook, address: "x", secrets: []), content: content,
      createdAt: at)
  }

  private func message(_ content: ChannelNotice.Content, url: String? = "https://r.example") -> ChannelMessage
  {
    let notice = notice(content)
    return NoticeMessage.of(notice, texts.text(of: notice), publicURL: url)
  }

  private func alert(_ topic: AlertTopic, closed: Bool = false, _ detail: String) -> Alert {
    Alert(id: 3, topic: topic, openedAt: at, closedAt: closed ? at.advanced(by: 60_000) : nil, detail: detail)
  }

  @Test("An alert is as loud as it is critical, with the way to the page")
  func alerts() {
    let topic = AlertTopic.noOnlineResponders(region: "North")
    let told = message(.alert(alert(topic, "0 of 2 on duty: 2 offline"), opens: true, subject: "North"))
    #expect(told.type == "alert.opened" && told.urgency == .high && told.id == "ntc_1795251600000_7")
    #expect(told.title == "City Rescue: Nobody can be reached in a region: North")
    #expect(told.url == "https://r.example/w/city/alerts")
    #expect(
      told.details.first?.name == "workspace" && told.details.contains { $0 == ("critical", .flag(true)) })
    let over = message(.alert(alert(topic, closed: true, "x"), opens: false, subject: "North"))
    #expect(over.type == "alert.closed" && over.urgency == .low)
    let calm = message(.alert(alert(.highOfflineRate, "x"), opens: true, subject: "City Rescue"))
    #expect(calm.urgency == .normal)
  }

  @Test("A channel's message carries the address that an owner has set, at once and after a restart")
  func address() throws {
    let place = try TemporaryPlace()
    func link(_ store: Store) throws -> String? {
      let outbox = ChannelOutbox(
        ChannelSender.Settings(userAgent: "x"), texts, reports: nil, store: store)
      defer { outbox.stop() }
      return outbox.message(of: notice(.alert(alert(.highOfflineRate, "x"), opens: true, subject: "City")))
        .url
    }
    let store = try place.open()
    let owner = try store.accounts.setUp(
      FirstWorkspace(
        slug: "city", name: "City", timeZone: "UTC", country: "", email: "a@example.org", passwordHash: "x"),
      profiles: [])
    #expect(try link(store) == nil)
    try store.accounts.setPublicAddress("https://set.example", by: owner)
    #expect(try link(store) == "https://set.example/w/city/alerts")
    #expect(try PublicAddress.look(at: place.database) == "https://set.example")
    store.close()
    let again = try place.open()
    #expect(try link(again) == "https://set.example/w/city/alerts")
    again.close()
    let started = try Store(
      path: place.database, options: Store.Options(publicURL: "https://start.example"))
    defer { started.close() }
    #expect(try link(started) == "https://start.example/w/city/alerts")
  }

  @Test("Reports, sums and tests say what they are")
  func others() {
    let report = message(.report(file: "a.csv", rows: 1, sha256: "0f"))
    #expect(report.type == "report.made" && report.urgency == .low)
    #expect(report.url == "https://r.example/w/city/reports/schedules")
    #expect(message(.sum(ChannelNotice.Sum())).type == "alerts.summed")
    #expect(message(.test, url: nil).url == nil && message(.test).type == "test")
  }

  @Test("Neither the title nor the place of an incident leaves the house")
  func incidents() {
    let unassigned = message(
      .alert(
        alert(.incidentUnassigned(Incident.ID(9)), "Mrs Kranjc fell: stairs, Trg 3: 4 asked, 4 expired"),
        opens: true, subject: "INC-9"))
    #expect(unassigned.body.hasPrefix("4 asked, 4 expired\n"))
    let offline = message(
      .alert(
        alert(.responderOffline(Responder.ID(2), having: Incident.ID(9)), "has INC-9, Mrs Kranjc fell"),
        opens: true, subject: "Ana"))
    #expect(offline.body.hasPrefix("Has INC-9\n"))
    for told in [unassigned, offline] {
      #expect(!"\(told.title) \(told.body) \(told.details)".contains("Kranjc"))
    }
  }
}
