import StoreSupport
import Rollcall
import RollcallStore
import Testing

@Suite("Duty")
struct DutyTests {
  @Test("Coming on duty is unknown until a fresh fix, and begins when the server applies it")
  func onDuty() async throws {
    let phone = try TestStore().phone(profile: "responder")
    try await phone.duty(DutyChange(state: .onDuty, at: .at(-600), order: "A1"), at: 10)
    let row = try phone.row
    #expect(row.live.duty == .onDuty)
    #expect(row.live.dutySince == .at(10))
    #expect(row.order == "A1")
    #expect(row.live.settled(at: .at(11)).status == .unknown)
    try await phone.send([ping(12, 1)], at: 12)
    #expect(try phone.row.live.settled(at: .at(12)).status == .online)
    try await phone.duty(DutyChange(state: .offDuty), at: 20)
    #expect(try phone.row.live.settled(at: .at(1_000)).since == .at(20))
    #expect(try phone.row.order == nil)
  }

  @Test("Of many who are switched at once the busy and the inactive stay as they are; after an error all do")
  func many() async throws {
    let fixture = try TestStore()
    let scope = Scope.test(fixture.workspace.id, "member:1")
    let (ana, bo) = (try await fixture.candidate(), try await fixture.candidate("Bo"))
    let cyr = try await fixture.candidate("Cyr")
    let offer = try fixture.offer(try fixture.open(), to: ana)
    _ = try await ana.say(.accept, to: offer)
    try fixture.store.phones.setActive(false, cyr.id, in: scope)
    #expect(throws: StoreError.notFound("responder 999")) {
      try fixture.store.liveness.switchDuty(.offDuty, of: [bo.id, Responder.ID(999)], in: scope)
    }
    #expect(try bo.row.live.duty == .onDuty)
    let people = [ana.id, bo.id, cyr.id]
    let done = try fixture.store.liveness.switchDuty(.offDuty, of: people, in: scope)
    #expect((done.switched, done.busy, done.inactive) == ([bo.id], [ana.id], [cyr.id]))
    #expect(try bo.row.live.duty == .offDuty && ana.row.live.duty == .onMission)
    #expect(
      try fixture.texts("SELECT subject FROM audit WHERE action = 'duty.set'") == [
        "responder \(bo.id.rawValue)"
      ])
  }

  @Test("A change older than the last applied goes to the timeline only")
  func older() async throws {
    let phone = try TestStore().phone(profile: "responder")
    try await phone.duty(DutyChange(state: .onMission, at: .at(100)), at: 110)
    let view = try await phone.duty(DutyChange(state: .onDuty, at: .at(50)), at: 120)
    #expect(view.duty == .onMission)
    try await phone.duty(DutyChange(state: .onDuty, at: .at(100)), at: 130)
    #expect(try phone.row.live.duty == .onDuty, "equal is not older")
    #expect(try phone.timeline == ["on_mission 1", "on_duty 0", "on_duty 1"])
    #expect(try phone.row.live.lastContact == .at(130))
  }

  @Test("The same id again is the same change, and a contact")
  func sameID() async throws {
    let phone = try TestStore().phone(profile: "responder")
    try await phone.duty(DutyChange(state: .onDuty, id: "1"), at: 10)
    try await phone.duty(DutyChange(state: .offDuty, id: "2"), at: 20)
    let view = try await phone.duty(DutyChange(state: .onDuty, id: "1"), at: 30)
    #expect(view.duty == .offDuty)
    #expect(try phone.timeline == ["on_duty 1", "off_duty 1"])
    #expect(try phone.row.live.lastContact == .at(30))
  }

  @Test("The rule in force follows duty at once")
  func rule() async throws {
    let phone = try TestStore().phone(profile: "responder")
    try await phone.duty(DutyChange(state: .onDuty), at: 10)
    #expect(try phone.row.rule == "on_duty")
    let view = try await phone.duty(DutyChange(state: .onMission), at: 20)
    #expect(view.rule?.name == "on_mission")
    #expect(try phone.row.live.force.thresholds == Thresholds(degraded: 30_000, offline: 60_000))
  }

  @Test("A time of a phone that is minutes ahead is held back, so the next change is not older")
  func ahead() async throws {
    let phone = try TestStore().phone(profile: "responder")
    try await phone.duty(DutyChange(state: .onDuty, at: .at(4_000)), at: 10)
    let view = try await phone.duty(DutyChange(state: .offDuty, at: .at(30)), at: 30)
    #expect(view.duty == .offDuty)
  }

  @Test("From the first login, and from one after a logout, the profile decides; no other login changes duty")
  func logins() async throws {
    let fixture = try TestStore()
    var phone = try fixture.phone(profile: "family")
    #expect(try phone.row.live.duty == .onDuty)
    try await phone.duty(DutyChange(state: .offDuty), at: 10)
    fixture.clock.set(20)
    phone.session = try fixture.login(phone.id, device: "phone-2")
    #expect(try phone.row.live.duty == .offDuty, "a new login changes nothing")
    try await phone.logout()
    fixture.clock.set(30)
    phone.session = try fixture.login(phone.id, device: "phone-2")
    #expect(try phone.row.live.duty == .onDuty)
    try await phone.logout()
    #expect(try phone.row.live.duty == .offDuty)
    #expect(try phone.timeline == ["on_duty 1", "off_duty 1", "off_duty 1", "on_duty 1", "off_duty 1"])
    let logouts = try fixture.texts("SELECT actor || ' ' || subject FROM audit WHERE action = 'token.logout'")
    #expect(
      logouts == Array(repeating: "responder:\(phone.id.rawValue) responder \(phone.id.rawValue)", count: 2))
  }

  @Test("Phones that announce duty stay off duty after any login")
  func announced() async throws {
    let fixture = try TestStore()
    var phone = try fixture.phone(profile: "responder")
    #expect(try phone.row.live.duty == .offDuty)
    try await phone.duty(DutyChange(state: .onDuty), at: 10)
    phone.session = try fixture.login(phone.id)
    #expect(try phone.row.live.duty == .onDuty)
    try await phone.logout()
    phone.session = try fixture.login(phone.id)
    #expect(try phone.row.live.duty == .offDuty)
  }
}

extension TestPhone {
  /// The changes of duty in the order in which they came, each with whether it was applied.
  fileprivate var timeline: [String] {
    get throws {
      try fixture.texts(
        "SELECT state || ' ' || applied FROM duty_change WHERE responder_id = \(id.rawValue) ORDER BY id")
    }
  }
}
