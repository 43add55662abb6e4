import Rollcall
import RollcallStore
import Testing

@Suite("Members, their logins, and API keys")
struct ConsoleAccessTests {
  @Test("A member is found by address in any case, and has a role in each workspace")
  func member() throws {
    let fixture = try TestStore()
    _ = try fixture.addWorkspace("south")
    let store = fixture.store
    let id = try store.accounts.addMember(
      email: "Ana@Example.org", passwordHash: "h1", role: .admin, slug: "north")
    try fixture.join("ana@example.org", "south", as: .viewer)
    let member = try #require(try store.accounts.member(email: "ANA@example.ORG"))
    #expect(member.id == id && member.email == "ana@example.org")
    #expect(member.passwordHash == "h1", "an existing member's password stays")
    #expect(throws: StoreError.conflict("ana@example.org is a member of north")) {
      try store.accounts.addMember(email: "ana@example.org", passwordHash: "h", role: .owner, slug: "north")
    }
    let cookie = try store.accounts.beginConsoleSession(of: member).text
    let session = try #require(try store.accounts.consoleSession(cookie: cookie) { _ in .act })
    #expect(session.memberships.map(\.workspace.slug) == ["north", "south"])
    #expect(session.memberships.map(\.role) == [.admin, .viewer])
  }

  @Test("An invalid address is refused", arguments: ["", "a", "@b", "a@", "a@b@c", "a b@c", "a@b\n"])
  func badAddress(_ email: String) throws {
    let fixture = try TestStore()
    let store = fixture.store
    let error = #expect(throws: StoreError.self) {
      try store.accounts.addMember(email: email, passwordHash: "h", role: .admin, slug: "north")
    }
    #expect(error?.isInvalid == true)
  }

  @Test("A login ends when it is idle for 30 minutes; polls do not prolong it")
  func idle() throws {
    let (fixture, cookie) = try login()
    let store = fixture.store
    fixture.clock.set(1_799)
    #expect(try store.accounts.consoleSession(cookie: cookie) { _ in .poll } != nil)
    fixture.clock.set(1_800)
    #expect(try store.accounts.consoleSession(cookie: cookie) { _ in .act } == nil)
  }

  @Test("A login that is used goes on, up to 12 hours")
  func absolute() throws {
    let (fixture, cookie) = try login()
    let store = fixture.store
    for moment in stride(from: 1_000.0, to: 12 * 3_600, by: 1_000) {
      fixture.clock.set(moment)
      #expect(try store.accounts.consoleSession(cookie: cookie) { _ in .act } != nil, "at \(moment)")
      try store.markAlive()
    }
    fixture.clock.set(12 * 3_600)
    #expect(try store.accounts.consoleSession(cookie: cookie) { _ in .act } == nil)
  }

  @Test("A login that is only watched goes on, but needs its password again, until the next login")
  func watched() throws {
    let (fixture, cookie) = try login()
    let store = fixture.store
    func look(_ use: SessionUse, at moment: Double) throws -> Bool? {
      fixture.clock.set(moment)
      let session = try store.accounts.consoleSession(cookie: cookie) { _ in use }
      try store.markAlive()
      return session?.needsPassword
    }
    #expect(try look(.act, at: 100) == false)
    for moment in stride(from: 1_000.0, to: 1_900, by: 100) { #expect(try look(.watch, at: moment) == false) }
    #expect(try look(.watch, at: 1_900) == true)
    // Who acts now may be a passer-by.
    #expect(try look(.act, at: 2_000) == true)
    #expect(try look(.act, at: 2_100) == true)
    #expect(try look(.watch, at: 3_800) == true, "acts prolong it still")
    #expect(try look(.poll, at: 5_600) == nil)
    let member = try #require(try store.accounts.member(email: "ana@example.org"))
    let again = try store.accounts.beginConsoleSession(of: member).text
    #expect(try store.accounts.consoleSession(cookie: again) { _ in .act }?.needsPassword == false)
  }

  @Test("A logout and a new password end logins, for good")
  func ended() throws {
    let (fixture, cookie) = try login()
    let store = fixture.store
    let member = try #require(try store.accounts.member(email: "ana@example.org"))
    let other = try store.accounts.beginConsoleSession(of: member).text
    try store.accounts.endConsoleSession(cookie: cookie)
    #expect(try store.accounts.consoleSession(cookie: cookie) { _ in .act } == nil)
    #expect(try store.accounts.consoleSession(cookie: other) { _ in .act } != nil)
    try store.accounts.setPassword(email: "ana@example.org", passwordHash: "new", slug: "north")
    #expect(try store.accounts.consoleSession(cookie: other) { _ in .act } == nil)
    #expect(try store.accounts.member(email: "ana@example.org")?.passwordHash == "new")
    #expect(try store.accounts.consoleSession(cookie: "") { _ in .act } == nil)
  }

  @Test("A password is set only through a workspace of the member's")
  func foreignPassword() throws {
    let (fixture, cookie) = try login()
    _ = try fixture.addWorkspace("south")
    #expect(throws: StoreError.notFound("member ana@example.org")) {
      try fixture.store.accounts.setPassword(email: "ana@example.org", passwordHash: "new", slug: "south")
    }
    #expect(try fixture.store.accounts.consoleSession(cookie: cookie) { _ in .act } != nil)
  }

  @Test("An API key opens its workspace with its role, until it is revoked")
  func apiKey() throws {
    let fixture = try TestStore()
    let south = try fixture.addWorkspace("south")
    let store = fixture.store
    let key = try store.members.issueAPIKey(slug: "south", name: "script", role: .auditor)
    #expect(key.text.hasPrefix("rck_"))
    let found = try #require(try store.members.apiKey(key.text))
    #expect(found.name == "script")
    #expect(found.workspace == south)
    #expect(found.role == .auditor)
    #expect(try store.members.apiKey(key.text + "x") == nil)
    #expect(throws: StoreError.conflict("south has an API key script")) {
      try store.members.issueAPIKey(slug: "south", name: "script", role: .owner)
    }
    #expect(throws: StoreError.notFound("API key script")) {
      try store.members.revokeAPIKey(slug: "north", name: "script")
    }
    try store.members.revokeAPIKey(slug: "south", name: "script")
    #expect(try store.members.apiKey(key.text) == nil)
  }

  private func login() throws -> (TestStore, cookie: String) {
    let fixture = try TestStore()
    _ = try fixture.store.accounts.addMember(
      email: "ana@example.org", passwordHash: "h", role: .admin, slug: "north")
    let member = try #require(try fixture.store.accounts.member(email: "ana@example.org"))
    return (fixture, try fixture.store.accounts.beginConsoleSession(of: member).text)
  }
}
