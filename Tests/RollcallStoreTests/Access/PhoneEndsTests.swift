import StoreSupport
import Rollcall
import RollcallStore
import Testing

@Suite("Ending a phone's session, and making people inactive")
struct PhoneEndsTests {
  @Test("Only the session that was seen is ended, once, and their phone is offline at once")
  func ends() async throws {
    let fixture = try TestStore()
    let old = try fixture.phone()
    let new = TestPhone(fixture, try fixture.login(old.id, device: "new"))
    try await new.send([ping(10, 1)], at: 10)
    let end = { (session: PhoneSession) in
      try fixture.store.phones.endSession(session.id, of: old.id, in: .test(fixture.workspace.id, "key:test"))
    }
    try end(old.session)
    #expect(fixture.store.sessions.activeCount == 1)
    fixture.clock.set(20)
    for _ in 0..<2 { try end(new.session) }
    #expect(fixture.store.sessions.activeCount == 0)
    #expect(try new.row.live.settled(at: .at(20)).status == .offline)
    #expect(try new.row.live.reason == "session revoked")
    #expect(try fixture.texts("SELECT subject FROM audit WHERE action = 'token.end'") == ["responder 1"])
  }

  @Test("An inactive responder has no session and gets none; nothing happens twice")
  func inactive() throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    let set = { (isActive: Bool) in
      try fixture.store.phones.setActive(isActive, phone.id, in: .test(fixture.workspace.id, "key:test"))
    }
    for _ in 0..<2 { try set(false) }
    #expect(fixture.store.sessions.activeCount == 0)
    #expect(throws: StoreError.self) { try fixture.login(phone.id) }
    for _ in 0..<2 { try set(true) }
    #expect(try fixture.login(phone.id).revokedAt == nil)
    #expect(
      try fixture.texts("SELECT value_after FROM audit WHERE action = 'responder.set' ORDER BY number")
        == ["active no", "active yes"])
  }

  @Test("Another workspace's people are not there")
  func elsewhere() throws {
    let fixture = try TestStore()
    let south = try fixture.addWorkspace("south")
    let phone = try fixture.phone()
    #expect(throws: StoreError.self) {
      try fixture.store.phones.endSession(phone.session.id, of: phone.id, in: .test(south.id, "key:test"))
    }
    #expect(throws: StoreError.self) {
      try fixture.store.phones.setActive(false, phone.id, in: .test(south.id, "key:test"))
    }
    #expect(fixture.store.sessions.activeCount == 1)
  }

  @Test("From where a phone is heard is known at once, and written when it changes, once a minute")
  func addresses() throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    let heard = { (address: String, seconds: Double) in
      fixture.clock.set(seconds)
      fixture.store.phones.recordAddress(address, of: phone.session)
      try fixture.store.markAlive()
    }
    let written = { try fixture.texts("SELECT address FROM phone_session") }
    let shown = {
      try fixture.store.liveness.facts(
        of: phone.id, in: fixture.workspace.id, TimeSpan(from: .at(0), to: .at(1))
      ).address
    }
    try heard("192.0.2.1", 0)
    #expect(try written() == ["192.0.2.1"])
    try heard("192.0.2.2", 30)
    #expect(try written() == ["192.0.2.1"] && shown() == "192.0.2.2")
    try heard("192.0.2.2", 60)
    #expect(try written() == ["192.0.2.2"])
    try heard("", 600)
    try fixture.restart()
    #expect(try shown() == "192.0.2.2")
  }
}
