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
    ana = try fixture.store.addMember(email: "ana@b.c", passwordHash: "h", role: .owner, slug: "north")
    eva = try fixture.store.addMember(email: "eva@b.c", passwordHash: "h", role: .viewer, slug: "north")
  }

  private func login(_ member: Member.ID, _ browser: LoginBrowser = LoginBrowser()) throws -> LoginCookies {
    guard case .begun(let cookies) = try store.login(member, from: browser) else {
      throw StoreError.notFound("login")
    }
    return cookies
  }

  private func isOpen(_ cookies: LoginCookies) throws -> Bool {
    try store.consoleSession(cookie: cookies.session, isActive: false) != nil
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
    #expect(try store.consoleSession(cookie: "planted", isActive: true) == nil)
  }

  @Test("The list has one's own logins only, with browser and address; each can be ended, and all")
  func list() throws {
    let first = try login(ana, LoginBrowser(name: "Firefox on Linux", address: "203.0.113.7"))
    _ = try login(ana)
    let foreign = try login(eva)
    let list = try store.logins(of: ana)
    #expect(list.map(\.browser).sorted() == ["", "Firefox on Linux"])
    #expect(list.map(\.address).sorted() == ["", "203.0.113.7"])
    let id = try #require(try store.consoleSession(cookie: foreign.session, isActive: false)).id
    #expect(throws: StoreError.notFound("login \(id.rawValue)")) { try store.endSession(id, of: ana) }
    let own = try #require(list.first { $0.browser == "Firefox on Linux" })
    try store.endSession(own.id, of: ana)
    #expect(try !isOpen(first) && store.logins(of: ana).count == 1)
    try store.endAllSessions(of: ana)
    #expect(try store.logins(of: ana).isEmpty && isOpen(foreign))
  }

  @Test("A new password ends one's other logins, and lets this one be")
  func password() throws {
    let old = try login(ana)
    let own = try login(ana)
    let foreign = try login(eva)
    let id = try #require(try store.consoleSession(cookie: own.session, isActive: false)).id
    try store.changePassword(of: ana, to: "new", keeping: id)
    #expect(try !isOpen(old) && isOpen(own) && isOpen(foreign))
    #expect(try store.member(email: "ana@b.c")?.passwordHash == "new")
  }

  @Test("A browser is known for whom it logged in, until they log out everywhere, or for a year")
  func browsers() throws {
    let first = try login(ana)
    #expect(try !store.accounts(knowing: first.browser, of: "Ana@b.c").isEmpty)
    #expect(try store.accounts(knowing: first.browser, of: "eva@b.c").isEmpty)
    #expect(try store.accounts(knowing: "made up", of: "ana@b.c").isEmpty)
    let again = try login(eva, LoginBrowser(known: first.browser))
    #expect(again.browser == first.browser)
    #expect(try login(eva, LoginBrowser(known: "made up")).browser != "made up")
    try store.endAllSessions(of: ana)
    #expect(try store.accounts(knowing: first.browser, of: "ana@b.c").isEmpty)
    #expect(try !store.accounts(knowing: first.browser, of: "eva@b.c").isEmpty)
    fixture.clock.set(365 * 86_400)
    #expect(try store.accounts(knowing: first.browser, of: "eva@b.c").isEmpty)
  }

  @Test("A screen shows its workspace until its last day or until it is made dark, however long nobody looks")
  func screens() throws {
    let link = try store.addScreen(name: "Wall", days: 90, in: .test(north, "member:1"))
    let opened = try #require(try store.openScreen(link.text))
    #expect(opened.workspace.id == north && opened.cookie.text != link.text)
    fixture.clock.set(89.9 * 86_400)
    #expect(try store.screenSession(cookie: opened.cookie.text)?.name == "Wall")
    #expect(try store.screenSession(cookie: link.text) == nil)
    #expect(try store.consoleSession(cookie: opened.cookie.text, isActive: true) == nil)
    fixture.clock.set(90 * 86_400)
    #expect(try store.screenSession(cookie: opened.cookie.text) == nil)
    #expect(try store.openScreen(link.text) == nil)
    #expect(try store.screens(of: north).isEmpty)
  }

  @Test("A screen made dark is dark in every browser; another workspace cannot do it")
  func dark() throws {
    let south = try fixture.addWorkspace("south")
    let link = try store.addScreen(name: "Wall", days: 1, in: .test(north, "member:1"))
    let opened = try #require(try store.openScreen(link.text))
    let id = try #require(try store.screens(of: north).first).id
    #expect(throws: StoreError.notFound("screen \(id.rawValue)")) {
      try store.revokeScreen(id, in: .test(south.id, "member:1"))
    }
    try store.revokeScreen(id, in: .test(north, "member:1"))
    #expect(try store.screenSession(cookie: opened.cookie.text) == nil)
    #expect(try store.openScreen(link.text) == nil)
    #expect(try store.screenNames(of: north) == [id: "Wall"])
    #expect(try store.screenNames(of: south.id).isEmpty)
  }

  @Test(
    "A screen's link is for 1 to 90 days and has a name", arguments: [("", 1), ("Wall", 0), ("Wall", 91)])
  func refused(name: String, days: Int) throws {
    let error = #expect(throws: StoreError.self) {
      try store.addScreen(name: name, days: days, in: .test(north, "member:1"))
    }
    #expect(error?.isInvalid == true)
  }
}
