import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Logins, the browsers they come from, and screens on a wall")
struct LoginListTests {
  private let fixture: TestStore
  private var store: Store { fixture.store }
  private var north: Workspace.ID { fixture.workspace.id }
  private let ana: Member.ID
  private let eva: Member.ID

  init() throws {
    fixture = try TestStore()
    ana = try fixture.store.accounts.addMember(
      email: "ana@b.c", passwordHash: "h", role: .owner, slug: "north")
    eva = try fixture.store.accounts.addMember(
      email: "eva@b.c", passwordHash: "h", role: .viewer, slug: "north")
  }

  private func login(_ member: Member.ID, _ browser: LoginBrowser = LoginBrowser()) throws -> LoginCookies {
    guard case .begun(let cookies) = try store.accounts.login(member, from: browser) else {
      throw StoreError.notFound("login")
    }
    return cookies
  }

  private func isOpen(_ cookies: LoginCookies) throws -> Bool {
    try store.accounts.consoleSession(cookie: cookies.session) { _ in .poll } != nil
  }

  @Test("Each login has a new secret, and ends the one its browser still had")
  func fixation() throws {
    let first = try login(ana)
    let second = try login(ana, LoginBrowser(replaced: first.session))
    #expect(first.session != second.session)
    #expect(try !isOpen(first) && isOpen(second))
    // A secret that somebody planted does not become a login
    let third = try login(ana, LoginBrowser(replaced: "planted"))
    #expect(third.session != "planted")
    #expect(try store.accounts.consoleSession(cookie: "planted") { _ in .act } == nil)
  }

  @Test("The list has one's own logins only, with browser and address; each can be ended, and all")
  func list() throws {
    let first = try login(ana, LoginBrowser(name: "Firefox on Linux", address: "203.0.113.7"))
    _ = try login(ana)
    let foreign = try login(eva)
    let list = try store.accounts.logins(of: ana)
    #expect(list.map(\.browser).sorted() == ["", "Firefox on Linux"])
    #expect(list.map(\.address).sorted() == ["", "203.0.113.7"])
    let id = try #require(try store.accounts.consoleSession(cookie: foreign.session) { _ in .poll }).id
    #expect(throws: StoreError.notFound("login \(id.rawValue)")) {
      try store.accounts.endSession(id, of: ana)
    }
    let own = try #require(list.first { $0.browser == "Firefox on Linux" })
    try store.accounts.endSession(own.id, of: ana)
    #expect(try !isOpen(first) && store.accounts.logins(of: ana).count == 1)
    try store.accounts.endAllSessions(of: ana)
    #expect(try store.accounts.logins(of: ana).isEmpty && isOpen(foreign))
  }

  @Test("A new password ends the other logins and keeps this one")
  func password() throws {
    let old = try login(ana)
    let own = try login(ana)
    let foreign = try login(eva)
    let id = try #require(try store.accounts.consoleSession(cookie: own.session) { _ in .poll }).id
    try store.accounts.changePassword(of: ana, to: "new", keeping: id)
    #expect(try !isOpen(old) && isOpen(own) && isOpen(foreign))
    #expect(try store.accounts.member(email: "ana@b.c")?.passwordHash == "new")
  }

  @Test(
    "A browser is known for the members who logged in from it, until they log out everywhere, or for a year")
  func browsers() throws {
    let first = try login(ana)
    #expect(try !store.accounts.all(knowing: first.browser, of: "Ana@b.c").isEmpty)
    #expect(try store.accounts.all(knowing: first.browser, of: "eva@b.c").isEmpty)
    #expect(try store.accounts.all(knowing: "made up", of: "ana@b.c").isEmpty)
    let again = try login(eva, LoginBrowser(known: first.browser))
    #expect(again.browser == first.browser)
    #expect(try login(eva, LoginBrowser(known: "made up")).browser != "made up")
    try store.accounts.endAllSessions(of: ana)
    #expect(try store.accounts.all(knowing: first.browser, of: "ana@b.c").isEmpty)
    #expect(try !store.accounts.all(knowing: first.browser, of: "eva@b.c").isEmpty)
    fixture.clock.set(365 * 86_400)
    #expect(try store.accounts.all(knowing: first.browser, of: "eva@b.c").isEmpty)
  }

  @Test("A screen shows its workspace until it expires or is revoked, however long it is unused")
  func screens() throws {
    let link = try store.members.addScreen(name: "Wall", days: 90, in: .test(north, "member:1"))
    let opened = try #require(try store.members.openScreen(link.text))
    #expect(opened.workspace.id == north && opened.cookie.text != link.text)
    fixture.clock.set(89.9 * 86_400)
    #expect(try store.members.screenSession(cookie: opened.cookie.text)?.name == "Wall")
    #expect(try store.members.screenSession(cookie: link.text) == nil)
    #expect(try store.accounts.consoleSession(cookie: opened.cookie.text) { _ in .act } == nil)
    fixture.clock.set(90 * 86_400)
    #expect(try store.members.screenSession(cookie: opened.cookie.text) == nil)
    #expect(try store.members.openScreen(link.text) == nil)
    #expect(try store.members.screens(of: north).isEmpty)
  }

  @Test("A screen made dark is dark in every browser; another workspace cannot do it")
  func dark() throws {
    let south = try fixture.addWorkspace("south")
    let link = try store.members.addScreen(name: "Wall", days: 1, in: .test(north, "member:1"))
    let opened = try #require(try store.members.openScreen(link.text))
    let id = try #require(try store.members.screens(of: north).first).id
    #expect(throws: StoreError.notFound("screen \(id.rawValue)")) {
      try store.members.revokeScreen(id, in: .test(south.id, "member:1"))
    }
    try store.members.revokeScreen(id, in: .test(north, "member:1"))
    #expect(try store.members.screenSession(cookie: opened.cookie.text) == nil)
    #expect(try store.members.openScreen(link.text) == nil)
    #expect(try store.members.screenNames(of: north) == [id: "Wall"])
    #expect(try store.members.screenNames(of: south.id).isEmpty)
  }

  @Test(
    "A screen's link is for 1 to 90 days and has a name", arguments: [("", 1), ("Wall", 0), ("Wall", 91)])
  func refused(name: String, days: Int) throws {
    let error = #expect(throws: StoreError.self) {
      try store.members.addScreen(name: name, days: days, in: .test(north, "member:1"))
    }
    #expect(error?.isInvalid == true)
  }
}
