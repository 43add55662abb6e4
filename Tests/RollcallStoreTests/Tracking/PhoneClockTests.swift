import Rollcall
import RollcallStore
import Testing

@Suite("Wrong phone clocks, through the store")
struct PhoneClockTests {
  @Test("A slow phone turns green with its second live upload")
  func slow() async throws {
    let phone = try TestStore().phone()
    try await phone.send([ping(-3_590, 1)], sentAt: .at(-3_590), at: 10)
    #expect(try phone.row.live.settled(at: .at(10)).status == .unknown)
    try await phone.send([ping(-3_550, 2)], sentAt: .at(-3_550), at: 50)
    #expect(try phone.row.live.settled(at: .at(50)).status == .online)
    let last = try #require(try phone.history.last)
    #expect(last.effective == .at(50))
    #expect(last.timeSource == .corrected)
    #expect(last.ping.recordedAt == .at(-3_550))
  }

  @Test("What the store learned of a clock survives a restart")
  func restart() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    try await phone.send([ping(-3_590, 1)], sentAt: .at(-3_590), at: 10)
    try fixture.restart()
    try await phone.send([ping(-3_550, 2)], sentAt: .at(-3_550), at: 50)
    #expect(try phone.row.live.settled(at: .at(50)).status == .online)
  }

  @Test(
    "A stale copy of an old body never turns a backlog green, with a key or without",
    arguments: [
      true, false,
    ])
  func stale(withKey: Bool) async throws {
    let phone = try TestStore().phone()
    let key = withKey ? IdempotencyKey.key("k") : nil
    for round in 0..<8 {
      try await phone.send([ping(-3_600, 1)], sentAt: .at(-3_600), key: key, at: Double(round) * 30)
    }
    try await phone.send([ping(-3_000, 2)], at: 300)
    #expect(try phone.row.live.settled(at: .at(300)).status == .unknown)
  }

  @Test("Copies of replayed requests count once: two of them do not confirm each other")
  func staleReplays() async throws {
    let phone = try TestStore().phone()
    func replay(sentAt: Double, at moment: Double) async throws {
      try await phone.send([ping(0, 1)], sentAt: .at(sentAt), key: .key("k"), at: moment)
    }
    try await phone.send([ping(0, 1)], key: .key("k"), at: 0)
    for moment in [0.0, 60] { try await replay(sentAt: moment, at: moment) }
    // Five more, too close to confirm each other: the clock forgets the first two, the rows do not.
    for moment in [300.0, 301, 302, 303, 304] { try await replay(sentAt: moment, at: moment) }
    for moment in [0.0, 60] { try await replay(sentAt: moment, at: moment + 3_600) }
    try await phone.send([ping(61, 2)], at: 3_661)
    #expect(try phone.history.last?.effective == .at(61))
    #expect(try phone.row.live.settled(at: .at(3_661)).status != .online)
  }

  @Test("A new login begins without a clock")
  func perSession() async throws {
    let fixture = try TestStore()
    var phone = try fixture.phone()
    for moment in [0.0, 60] {
      try await phone.send([ping(moment - 3_600)], sentAt: .at(moment - 3_600), at: moment)
    }
    phone.session = try fixture.login(phone.id)
    try await phone.send([ping(100)], sentAt: .at(100), at: 100)
    #expect(try phone.history.last?.timeSource == .phone)
  }

  @Test("A phone one hour ahead is corrected by its second upload")
  func fast() async throws {
    let phone = try TestStore().phone()
    try await phone.send([ping(3_600, 1)], sentAt: .at(3_600), at: 0)
    #expect(try phone.history.last?.timeSource == .server)
    try await phone.send([ping(3_650, 2), ping(3_660, 3)], sentAt: .at(3_660), at: 60)
    #expect(try phone.history.suffix(2).map(\.effective) == [.at(50), .at(60)])
    #expect(try phone.history.last?.timeSource == .corrected)
  }

  @Test("A steady lag without a time of sending is corrected at the fifth upload, with a flag")
  func steadyLag() async throws {
    let phone = try TestStore().phone()
    for index in 0..<5 {
      let moment = Double(index) * 60
      try await phone.send([ping(moment - 3_600, Int64(index))], at: moment)
    }
    let history = try phone.history
    #expect(history.last?.effective == .at(240))
    #expect(history.last?.flags == .clockSkew)
    #expect(history.dropLast().allSatisfy { $0.flags.isEmpty })
    #expect(try phone.row.live.settled(at: .at(240)).status == .online)
  }
}
