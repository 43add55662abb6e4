import StoreSupport
import Foundation
import Rollcall
import Testing

@testable import RollcallStore

@Suite("A mass silence is one row with its people: through what follows, a restart, and our own absence")
struct MassSilenceStoreTests {
  private let fixture: TestStore
  private var store: Store { fixture.store }
  private var workspace: Workspace.ID { fixture.workspace.id }

  init() throws { fixture = try TestStore() }

  /// People of a region on duty, each heard once at an instant; reachable for 90 s and offline after 180 s.
  private func phones(_ count: Int, region: String, at seconds: Double) async throws -> [TestPhone] {
    fixture.clock.set(seconds)
    var phones: [TestPhone] = []
    for id in try store.fleet.addResponders(
      (1...count).map { NewResponder(name: "\(region) \($0)", profile: "responder", region: region) },
      slug: "north")
    {
      let phone = TestPhone(fixture, try fixture.login(id, device: "\(id.rawValue)"))
      try await phone.duty(DutyChange(state: .onDuty), at: seconds)
      try await phone.send([ping(seconds, 1)], at: seconds)
      phones.append(phone)
    }
    return phones
  }

  private func look(_ seconds: Double, _ watch: inout AlertWatch, network: String? = nil) throws {
    fixture.clock.set(seconds)
    _ = try store.alerts.judgeAlerts(of: workspace, &watch) { _ in network }
  }

  private func open() throws -> [Alert] {
    try store.alerts.openAlerts(of: workspace).filter { $0.topic.kind == .massSilence }
  }

  @Test(
    "six of twelve within a minute: opened once, dated by the fifth, closed when few are left, and not again")
  func life() async throws {
    let heard = try await phones(6, region: "Center", at: 1_000)
    var silent: [TestPhone] = []
    for (index, phone) in try await phones(6, region: "Center", at: 1_000).enumerated() {
      try await phone.send([ping(1_200 + Double(index) * 10, 2)], at: 1_200 + Double(index) * 10)
      silent.append(phone)
    }
    var watch = AlertWatch()
    for seconds in stride(from: 1_260.0, through: 1_360, by: 10) {
      for phone in heard { try await phone.send([ping(seconds, Int64(seconds))], at: seconds) }
      try look(seconds, &watch)
      // The fifth was last heard at 1,240 s: silent when it is longer than 90 s.
      #expect(try open().count == (seconds <= 1_330 ? 0 : 1), "\(seconds)")
    }
    let alert = try #require(try open().first)
    #expect(alert.topic == .massSilence(.region("Center")) && alert.openedAt == .at(1_330))
    #expect(alert.detail == "Region Center: 5 of 12 fell silent")
    // The sixth, whose silence showed later, is told of with it.
    #expect(try store.alerts.silenced(by: alert.id, in: workspace).count == 6)
    // After a restart it is the same, and nobody is accused for our absence
    fixture.clock.set(2_000)
    try fixture.restart()
    watch = AlertWatch()
    for seconds in stride(from: 2_000.0, through: 2_600, by: 60) { try look(seconds, &watch) }
    #expect(try open() == [alert])
    // Back, one after the other: with the fifth of six fewer than a fifth are silent
    for (index, phone) in silent.enumerated() {
      let seconds = 3_000 + Double(index)
      try await phone.send([ping(seconds, 3)], at: seconds)
      try look(seconds + 0.5, &watch)
      #expect(try open().isEmpty == (index >= 4), "\(index)")
    }
    let closed = try store.alerts.closedAlerts(of: workspace, since: .at(0)).filter {
      $0.topic.kind == .massSilence
    }
    #expect(closed.map(\.closedAt) == [.at(3_004)])
    #expect(try store.alerts.silenced(by: alert.id, in: workspace).compactMap(\.backAt).count == 5)
    for seconds in [3_010.0, 3_020] { try look(seconds, &watch) }
    #expect(try fixture.integer("SELECT count(*) FROM alert WHERE kind = 'MassSilence'") == 1)
  }

  @Test("those who are left fall silent hours later: another alert, and the one before is over")
  func again() async throws {
    let left = try await phones(5, region: "Center", at: 1_000)
    let first = try await phones(5, region: "Center", at: 1_000)
    for phone in first { try await phone.send([ping(1_200, 2)], at: 1_200) }
    for phone in left { try await phone.send([ping(1_280, 2)], at: 1_280) }
    var watch = AlertWatch()
    try look(1_291, &watch)
    let before = try #require(try open().first)
    for phone in left { try await phone.send([ping(9_000, 3)], at: 9_000) }
    try look(9_010, &watch)
    #expect(try open() == [before])
    try look(9_091, &watch)
    let after = try #require(try open().first)
    #expect(try open().count == 1 && after.id != before.id && after.openedAt == .at(9_090))
    // The five who are silent since before are among them.
    #expect(try store.alerts.silenced(by: after.id, in: workspace).count == 10)
    let closed = try store.alerts.closedAlerts(of: workspace, since: .at(0)).filter {
      $0.topic.kind == .massSilence
    }
    #expect(closed.map(\.id) == [before.id] && closed.map(\.closedAt) == [.at(9_090)])
  }

  @Test("it closes when all of its people were erased")
  func erased() async throws {
    let all = try await phones(5, region: "Center", at: 1_000)
    for phone in all { try await phone.send([ping(1_200, 2)], at: 1_200) }
    var watch = AlertWatch()
    try look(1_291, &watch)
    #expect(try open().count == 1)
    for phone in all { try store.privacy.erase(phone.id, in: .test(workspace, "key:one")) }
    try look(1_300, &watch)
    #expect(try open() == [])
  }

  @Test("people who went off duty or whose session ended do not count, neither to open nor to close")
  func gone() async throws {
    let all = try await phones(6, region: "Center", at: 1_000)
    for phone in all { try await phone.send([ping(1_200, 2)], at: 1_200) }
    try await all[0].duty(DutyChange(state: .offDuty), at: 1_210)
    try store.phones.endSession(all[1].session.id, of: all[1].id, in: .test(workspace, "key:one"))
    var watch = AlertWatch()
    try look(1_295, &watch)
    #expect(try open() == [])
    let more = try await phones(6, region: "North", at: 1_300)
    for phone in more { try await phone.send([ping(1_500, 2)], at: 1_500) }
    try look(1_591, &watch)
    #expect(try open().map(\.topic) == [.massSilence(.region("North"))])
    for phone in more { try await phone.duty(DutyChange(state: .offDuty), at: 1_600) }
    try look(1_601, &watch)
    #expect(try open() == [])
  }

  @Test("a network's people across regions; region and network are one alert, and a later look joins it")
  func network() async throws {
    let center = try await phones(3, region: "Center", at: 1_000)
    let north = try await phones(3, region: "North", at: 1_000)
    let late = try await phones(5, region: "South", at: 1_000)
    for phone in center + north {
      store.phones.recordAddress("198.51.100.7", of: phone.session)
      try await phone.send([ping(1_200, 2)], at: 1_200)
    }
    for phone in late { try await phone.send([ping(1_205, 2)], at: 1_205) }
    var watch = AlertWatch()
    try look(1_291, &watch, network: "A1 (AS5603)")
    #expect(try open().map(\.topic) == [.massSilence(.network("A1 (AS5603)"))])
    let alert = try #require(try open().first)
    #expect(alert.detail == "Network A1 (AS5603): 6 of 6 fell silent")
    // Others of the same minutes, whose silence shows later
    try look(1_296, &watch, network: nil)
    #expect(try open().map(\.id) == [alert.id])
    #expect(try open().first?.detail.hasSuffix("; Region South: 5 of 5 fell silent") == true)
    #expect(try store.alerts.silenced(by: alert.id, in: workspace).count == 11)
  }

  @Test("the network of the last contact counts, written or not")
  func moved() async throws {
    let all = try await phones(3, region: "Center", at: 1_000) + phones(3, region: "North", at: 1_000)
    for phone in all {
      for address in ["198.51.100.7", "192.0.2.7"] { store.phones.recordAddress(address, of: phone.session) }
      try await phone.send([ping(1_200, 2)], at: 1_200)
    }
    #expect(try fixture.texts("SELECT DISTINCT address FROM phone_session") == ["198.51.100.7"])
    var watch = AlertWatch()
    fixture.clock.set(1_291)
    _ = try store.alerts.judgeAlerts(of: workspace, &watch) { $0 == "192.0.2.7" ? "New" : "Old" }
    #expect(try open().map(\.topic) == [.massSilence(.network("New"))])
  }

  @Test("what the workspace set holds from the next look on, and cannot be out of range")
  func settings() async throws {
    let heard = try await phones(7, region: "Center", at: 1_000)
    let silent = try await phones(5, region: "Center", at: 1_000)
    for phone in silent { try await phone.send([ping(1_200, 2)], at: 1_200) }
    for phone in heard { try await phone.send([ping(1_285, 2)], at: 1_285) }
    func set(_ percent: Int, _ minutes: Int) throws {
      _ = try store.fleet.setWorkspace(slug: "north") {
        $0.massSilence = MassSilenceRule(percent: percent, minutes: minutes)
      }
    }
    var watch = AlertWatch()
    try set(50, 2)
    try look(1_291, &watch)
    #expect(try open() == [])
    try set(40, 2)
    try look(1_292, &watch)
    #expect(try open().count == 1)
    for (percent, minutes) in [(9, 2), (101, 2), (40, 0), (40, 16)] {
      #expect(throws: StoreError.self) { try set(percent, minutes) }
    }
    #expect(try store.fleet.workspace(slug: "north")?.massSilence == MassSilenceRule(percent: 40, minutes: 2))
  }

  @Test("the machine's alerts are in every workspace, once, and close in every one")
  func machine() throws {
    let other = try fixture.addWorkspace("south").id
    func judge(_ free: UInt64, at seconds: Double) throws -> [Int] {
      fixture.clock.set(seconds)
      var watch = MachineWatch()
      watch.record(MachineFigures(free: free, database: 0), at: .at(seconds))
      return try [workspace, other].map { try store.alerts.judgeMachine(of: $0, watch) }
    }
    #expect(try judge(1 << 20, at: 1_000) == [1, 1])
    #expect(try judge(1 << 20, at: 1_001) == [0, 0])
    // Those about people leave it alone.
    var watch = AlertWatch()
    try look(1_002, &watch)
    for id in [workspace, other] {
      #expect(try store.alerts.openAlerts(of: id).map(\.topic) == [.machine(.diskNearlyFull)])
      #expect(try store.alerts.openAlerts(of: id).map(\.openedAt) == [.at(1_000)])
    }
    #expect(try judge(1 << 40, at: 1_003) == [1, 1])
    #expect(try store.alerts.openAlerts(of: workspace) == [])
    #expect(try store.alerts.closedAlerts(of: other, since: .at(0)).map(\.closedAt) == [.at(1_003)])
  }
}
