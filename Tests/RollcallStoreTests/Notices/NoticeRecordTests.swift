import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("What became of a message to a channel is a row, and decides what follows")
struct NoticeRecordTests {
  private let desk: NoticeFixture
  private let channel: Channel.ID

  init() throws {
    desk = try NoticeFixture()
    channel = try desk.channel()
    try desk.open(.noOnlineResponders(region: "North"))
  }

  private var entry: NoticeEntry {
    get throws { try #require(try desk.store.channels.notices(to: channel, in: desk.workspace).first) }
  }

  @Test("A failure is tried again by the schedule, and every attempt is kept")
  func again() throws {
    try desk.record(DeliveryResult(.retry, reason: "The server failed (500)", status: 500, took: 12))
    #expect(try desk.due() == [] && desk.due(at: 4.9) == [])
    #expect(try entry.nextAt == .at(5))
    try desk.record(DeliveryResult(.retry, after: 60_000, reason: "Patience", status: 429, took: 3), at: 5)
    #expect(try desk.due(at: 64.9) == [])
    try desk.record(DeliveryResult(.accepted, status: 204, took: 9), at: 65)
    let entry = try entry
    #expect(entry.state == .accepted && entry.nextAt == nil)
    #expect(entry.attempts.map(\.result.status) == [204, 429, 500])
    #expect(entry.attempts.map(\.at) == [.at(65), .at(5), .at(0)])
    #expect(entry.attempts.map(\.result.took) == [9, 3, 12])
    #expect(
      desk.store.outboxes.attempts == [
        .init(channels: .webhook, of: desk.workspace, .retry): 2,
        .init(channels: .webhook, of: desk.workspace, .accepted): 1,
      ])
  }

  @Test("After a day it is given up, and what follows goes on")
  func givenUp() throws {
    try desk.open(.noOnlineResponders(region: "South"))
    var seconds = 0.0
    while try desk.states(channel).first == .waiting {
      try desk.record(DeliveryResult(.retry, reason: "no"), at: seconds)
      if let next = try desk.store.channels.notices(to: channel, in: desk.workspace, limit: 9).last?.nextAt {
        seconds = Double(next.since(.at(0))) / 1_000
      }
    }
    #expect(seconds > 80_000 && seconds < 86_400)
    #expect(try desk.states(channel) == [.failed, .waiting])
    #expect(try desk.due() == ["opened South"])
  }

  @Test("What is refused is not tried again")
  func refused() throws {
    try desk.record(DeliveryResult(.refused, reason: "The server refuses the message (404)", status: 404))
    #expect(try desk.states(channel) == [.failed] && desk.due(at: 90_000) == [])
    #expect(try desk.store.channels.channel(channel, in: desk.workspace).draft.isOn)
    #expect(try desk.store.channels.failingChannels() == [desk.workspace: [.webhook: 1]])
  }

  @Test("Where nobody is any more the channel is switched off, says so, and what waits is not sent")
  func gone() throws {
    try desk.open(.noOnlineResponders(region: "South"))
    try desk.record(DeliveryResult(.gone, reason: "The server wants no more messages (410)", status: 410))
    let off = try desk.store.channels.channel(channel, in: desk.workspace)
    #expect(!off.draft.isOn && off.offReason == "The server wants no more messages (410)")
    #expect(try desk.states(channel) == [.failed, .cancelled])
    try desk.open(.noOnlineResponders(region: "West"))
    #expect(try desk.states(channel).count == 2, "nothing is queued for what is off")
    #expect(try desk.store.channels.failingChannels() == [desk.workspace: [.webhook: 1]])
    // Switched on again it forgets why it was off.
    var draft = off.draft
    draft.isOn = true
    try desk.store.channels.setChannel(channel, draft, in: .test(desk.workspace, "test"))
    #expect(try desk.store.channels.channel(channel, in: desk.workspace).offReason == nil)
    #expect(
      try desk.fixture.texts("SELECT action FROM audit WHERE action GLOB 'channel.*' ORDER BY number")
        == ["channel.add", "channel.off", "channel.set"])
  }

  @Test("A new message brings one that failed forward")
  func forward() throws {
    for (seconds, expected) in [(0.0, 5.0), (5, 35), (35, 155), (155, 755)] {
      try desk.record(DeliveryResult(.retry, reason: "no"), at: seconds)
      #expect(try entry.nextAt == .at(expected))
    }
    desk.fixture.clock.set(160)
    try desk.open(.noOnlineResponders(region: "South"))
    #expect(try desk.due(at: 184.9) == [] && desk.due(at: 185) == ["opened North"])
  }

  @Test("A new message does not hurry a server that asked for more time")
  func patience() throws {
    try desk.record(DeliveryResult(.retry, after: 600_000, reason: "Patience", status: 429))
    desk.fixture.clock.set(60)
    try desk.open(.noOnlineResponders(region: "South"))
    #expect(try desk.due(at: 599.9) == [] && desk.due(at: 600) == ["opened North"])
  }

  @Test("The log is purged with the other logs, but not what waits")
  func purge() throws {
    try desk.record(DeliveryResult(.accepted))
    try desk.open(.noOnlineResponders(region: "South"))
    desk.fixture.clock.set(401 * 86_400)
    var pass = try desk.store.retention.beginPurge(of: desk.workspace)
    while !pass.isDone { pass = try desk.store.retention.purgeSlice(pass) }
    #expect(try desk.states(channel) == [.waiting])
    #expect(try desk.fixture.integer("SELECT count(*) FROM notice_attempt") == 0)
  }
}

@Suite("Channels are kept")
struct ChannelTests {
  private let desk: NoticeFixture

  init() throws { desk = try NoticeFixture() }

  @Test("A webhook's secret is told once; a new one signs beside the old one for a day")
  func secrets() throws {
    let made = try desk.store.channels.addChannel(
      .webhook, Channel.Draft(name: "A", address: "https://a.example"), in: .test(desk.workspace, "test"))
    let first = try #require(made.secret)
    try desk.store.channels.testChannel(made.id, in: .test(desk.workspace, "test"))
    #expect(try desk.store.channels.dueNotices(limit: 9).map(\.way.secrets) == [[first]])
    let second = try desk.store.channels.renewChannelSecret(made.id, in: .test(desk.workspace, "test"))
    #expect(first != second && second.hasPrefix("whsec_"))
    #expect(try desk.store.channels.dueNotices(limit: 9).map(\.way.secrets) == [[second, first]])
    desk.fixture.clock.set(86_400)
    #expect(try desk.store.channels.dueNotices(limit: 9).map(\.way.secrets) == [[second]])
    // Nothing of it is in the audit.
    let audit = try desk.fixture.texts("SELECT detail || value_before || value_after FROM audit").joined()
    for secret in [first, second, "a.example"] { #expect(!audit.contains(secret)) }
  }

  @Test("An ntfy server's token is kept until another one comes, or it is to be forgotten")
  func token() throws {
    let draft = Channel.Draft(name: "N", address: "https://ntfy.example/t")
    let id = try desk.store.channels.addChannel(
      .ntfy, draft, token: "tk_1", in: .test(desk.workspace, "test")
    ).id
    try desk.store.channels.testChannel(id, in: .test(desk.workspace, "test"))
    func secrets() throws -> [[String]] { try desk.store.channels.dueNotices(limit: 9).map(\.way.secrets) }
    try desk.store.channels.setChannel(id, draft, in: .test(desk.workspace, "test"))
    #expect(try secrets() == [["tk_1"]])
    try desk.store.channels.setChannel(id, draft, token: "tk_2", in: .test(desk.workspace, "test"))
    #expect(try secrets() == [["tk_2"]])
    try desk.store.channels.setChannel(id, draft, token: "", in: .test(desk.workspace, "test"))
    #expect(try secrets() == [[]])
    // Another topic is no other server; what one server gave is not for another.
    try desk.store.channels.setChannel(id, draft, token: "tk_3", in: .test(desk.workspace, "test"))
    var other = draft
    other.address = "https://ntfy.example:443/t2"
    #expect(try !desk.store.channels.setChannel(id, other, in: .test(desk.workspace, "test")))
    #expect(try secrets() == [["tk_3"]])
    other.address = "https://other.example/t2"
    #expect(try desk.store.channels.setChannel(id, other, in: .test(desk.workspace, "test")))
    #expect(try secrets() == [[]])
    #expect(
      try !desk.store.channels.setChannel(id, draft, in: .test(desk.workspace, "test")),
      "there is none to forget")
    #expect(
      try desk.fixture.texts("SELECT detail FROM audit WHERE action = 'channel.set' ORDER BY number")
        == [
          "", "another token", "the token is forgotten", "another token", "another address",
          "another address, the token is forgotten", "another address",
        ])
  }

  @Test("Names are unique, addresses are checked, and there is an end to channels")
  func limits() throws {
    try desk.channel("A")
    #expect(throws: StoreError.conflict("There is a channel of this name already.")) { try desk.channel("A") }
    for number in 1..<NoticeStore.mostChannels { try desk.channel("B\(number)") }
    #expect(throws: StoreError.self) { try desk.channel("one more") }
    #expect(throws: StoreError.self) {
      try desk.store.channels.addChannel(
        .mail, Channel.Draft(name: "M", address: "no address"), in: .test(desk.workspace, "test"))
    }
  }

  @Test("One that is removed leaves nothing of its address behind, and its name free")
  func removed() throws {
    let id = try desk.channel("A")
    try desk.open(.highOfflineRate)
    try desk.store.channels.removeChannel(id, in: .test(desk.workspace, "test"))
    #expect(try desk.store.channels.all(of: desk.workspace) == [] && desk.due() == [])
    #expect(try desk.fixture.texts("SELECT address || secret FROM channel") == [""])
    try desk.channel("A")
  }

  @Test("Five tests a minute")
  func tests() throws {
    let id = try desk.channel()
    for _ in 1...5 { try desk.store.channels.testChannel(id, in: .test(desk.workspace, "test")) }
    #expect(throws: StoreError.self) {
      try desk.store.channels.testChannel(id, in: .test(desk.workspace, "test"))
    }
    desk.fixture.clock.set(61)
    try desk.store.channels.testChannel(id, in: .test(desk.workspace, "test"))
  }
}
