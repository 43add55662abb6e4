import StoreSupport
import Rollcall
import RollcallStore
import Testing

@Suite("Where a phone can be woken")
struct PushChannelTests {
  @Test(
    "The same service again replaces the older address; several services stand side by side, the newest first"
  )
  func registering() async throws {
    let fixture = try TestStore()
    let ana = try fixture.phone()
    try await ana.register(.fcm, "a", at: 1)
    try await ana.register(.expo, Token.expo, at: 2)
    #expect(try ana.ways == ["expo", "fcm"])
    try await ana.register(.fcm, "b", at: 3)
    #expect(try ana.ways == ["fcm", "expo"])
    #expect(
      try fixture.texts("SELECT token FROM push_channel WHERE gone_at IS NULL ORDER BY id") == [
        Token.expo, "b",
      ])
    // The same address again only says that it is still good.
    try await ana.register(.expo, Token.expo, at: 4)
    #expect(try ana.ways == ["expo", "fcm"])
    // However often an app registers, nothing piles up.
    for number in 1...20 { try await ana.register(.fcm, "c\(number)") }
    #expect(try fixture.integer("SELECT count(*) FROM push_channel") <= 4)
  }

  @Test("An app takes its address back, twice without harm; others keep theirs")
  func takingBack() async throws {
    let fixture = try TestStore()
    let (ana, bor) = (try fixture.phone(), try fixture.phone(name: "Bor", device: "phone-2"))
    for phone in [ana, bor] { try await phone.register(.fcm, "shared") }
    try await ana.unregister(.fcm)
    try await ana.unregister(.fcm)
    #expect(try ana.ways == ["fcm gone: taken back by the app"])
    #expect(try bor.ways == ["fcm"])
    try await ana.register(.fcm, "shared")
    #expect(try ana.ways == ["fcm"])
  }

  @Test("An address of the wrong shape is refused")
  func shape() async throws {
    let ana = try TestStore().phone()
    await #expect(throws: StoreError.self) { try await ana.register(.webhook, "http://127.0.0.1/") }
  }

  @Test("Nothing is sent to a phone that is logged out, and another's login does not bring it back")
  func loggedOut() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate().register(.fcm, Token.fcm)
    try fixture.offer(try fixture.open(), to: ana)
    #expect(try fixture.due() == ["offer fcm"])
    try await ana.logout()
    #expect(try fixture.due() == [])
    _ = try fixture.login(ana.id, device: "another")
    #expect(try fixture.due() == [])
    #expect(try ana.ways == ["fcm logged out"])
    #expect(throws: StoreError.self) {
      try fixture.store.push.testPush(to: ana.id, in: .test(fixture.workspace.id, "key:ana"))
    }
  }

  @Test("An app can be woken that has an address of a login that goes on; a number is none")
  func pushable() async throws {
    let fixture = try TestStore()
    let south = try fixture.addWorkspace("south")
    let (ana, bor) = (try fixture.phone(), try fixture.phone(name: "Bor", device: "phone-2"))
    try await ana.register(.fcm, "a")
    try await bor.register(.fcm, "b").register(.expo, Token.expo)
    _ = try fixture.phone(name: "Cyd", device: "phone-3")
    let dan = NewResponder(name: "Dan", phone: "+38640123456", profile: "family")
    let id = try fixture.store.fleet.addResponders([dan], slug: "north")[0]
    try fixture.execute(
      """
      INSERT INTO push_channel (workspace_id, id, responder_id, provider, token, registered_at)
      VALUES (\(fixture.workspace.id.rawValue), 99, \(id.rawValue), 'sms', '+38640123456', 0)
      """)
    func pushable(in workspace: Workspace) throws -> Set<Responder.ID> {
      try fixture.store.push.pushable(in: workspace.id)
    }
    #expect(try pushable(in: fixture.workspace) == [ana.id, bor.id])
    #expect(try pushable(in: south) == [])
    try await ana.logout()
    try await bor.unregister(.fcm)
    #expect(try pushable(in: fixture.workspace) == [bor.id])
    try await bor.unregister(.expo)
    #expect(try pushable(in: fixture.workspace) == [])
  }

  @Test("Another workspace neither sees nor tests it")
  func foreign() async throws {
    let fixture = try TestStore()
    let south = try fixture.addWorkspace("south")
    let ana = try await fixture.phone().register(.fcm, Token.fcm)
    #expect(try fixture.store.push.pushChannels(of: ana.id, in: south.id) == [])
    #expect(throws: StoreError.notFound("responder \(ana.id.rawValue)")) {
      try fixture.store.push.testPush(to: ana.id, in: .test(south.id, "key:bor"))
    }
    try fixture.store.push.testPush(to: ana.id, in: .test(fixture.workspace.id, "key:ana"))
    #expect(try fixture.store.push.pushAttempts(of: ana.id, in: south.id) == [])
  }

  @Test("A test goes each way once, is audited, and what became of it is kept")
  func testing() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.phone().register(.fcm, Token.fcm, at: 1).register(.ntfy, Token.ntfy, at: 2)
    #expect(try fixture.store.push.testPush(to: ana.id, in: .test(fixture.workspace.id, "key:ana")) == 2)
    let jobs = try fixture.store.push.duePushJobs(limit: 10)
    #expect(
      jobs.map(\.service) == [.ntfy, .fcm] && jobs.allSatisfy { $0.kind == .test && $0.subject == nil })
    try fixture.record(.accepted(id: "7"), of: jobs[0], at: 3)
    try fixture.record(.gone(reason: "FCM: nobody is there"), of: jobs[1], at: 4)
    let attempts = try fixture.store.push.pushAttempts(of: ana.id, in: fixture.workspace.id)
    #expect(attempts.map(\.outcome) == [.gone, .accepted] && attempts.map(\.service) == [.fcm, .ntfy])
    #expect(attempts.map(\.at) == [.at(4), .at(3)] && attempts.allSatisfy { !$0.isWaiting })
    #expect(try ana.ways == ["ntfy", "fcm gone: FCM: nobody is there"])
    #expect(try fixture.texts("SELECT actor FROM audit WHERE action = 'push.test'") == ["key:ana"])
    // A phone is not rung without end.
    for _ in 1...6 { try fixture.store.push.testPush(to: ana.id, in: .test(fixture.workspace.id, "key:ana")) }
    #expect(throws: StoreError.self) {
      try fixture.store.push.testPush(to: ana.id, in: .test(fixture.workspace.id, "key:ana"))
    }
  }
}
