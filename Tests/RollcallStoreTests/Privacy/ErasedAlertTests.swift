import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Alerts about an erased person")
struct ErasedAlertTests {
  private let desk: NoticeFixture

  init() throws { desk = try NoticeFixture() }

  @Test("A channel notified of one is told that it is over, without a name; then it is deleted")
  func told() throws {
    let channel = try desk.channel()
    let ana = try desk.fixture.phone(name: "Ana Novak")
    let bor = try desk.fixture.phone(name: "Bor", device: "phone-2")
    for topic in [
      AlertTopic.responderFlapping(ana.id), .responderOffline(ana.id, having: nil),
      .responderFlapping(bor.id),
    ] {
      try desk.open(topic)
      try desk.record(DeliveryResult(.accepted))
    }
    try desk.store.privacy.erase(ana.id, in: .test(desk.workspace, "test"))
    let over = ["closed Erased person \(ana.id.rawValue)"]
    #expect(try desk.due() == over)
    #expect(try desk.store.alerts.openAlerts(of: desk.workspace).map(\.topic) == [.responderFlapping(bor.id)])

    // It is heard of also when everything else of theirs is gone.
    try desk.store.privacy.finishErasures()
    #expect(try desk.fixture.integer("SELECT count(*) FROM alert WHERE detail = ''") == 2)
    for _ in 1...2 {
      try desk.store.channels.tidyNotices()
      #expect(try desk.due() == over)
      try desk.record(DeliveryResult(.accepted))
    }
    let states = try desk.states(channel)
    #expect(states.count == 5 && states.allSatisfy { $0 == .accepted })
    try desk.store.privacy.finishErasures()
    #expect(try desk.fixture.integer("SELECT count(*) FROM alert") == 1)
  }

  @Test("An alert without notifications is deleted with the rest of their data")
  func untold() throws {
    let channel = try desk.channel(wishes: ChannelWishes(leftOut: [.responderFlapping]))
    let ana = try desk.fixture.phone(name: "Ana Novak")
    try desk.open(.responderFlapping(ana.id))
    try desk.store.privacy.erase(ana.id, in: .test(desk.workspace, "test"))
    try desk.store.privacy.finishErasures()
    #expect(try desk.states(channel) == [])
    #expect(try desk.fixture.integer("SELECT count(*) FROM alert") == 0)
  }
}
