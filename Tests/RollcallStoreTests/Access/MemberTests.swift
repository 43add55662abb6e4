import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Who else may do what in a workspace")
struct MemberTests {
  private let fixture: TestStore
  private var store: Store { fixture.store }
  private var north: Workspace.ID { fixture.workspace.id }
  private let owner = Authority(actor: "member:1", role: .owner)
  private let admin = Authority(actor: "member:2", role: .admin)

  init() throws { fixture = try TestStore() }

  @discardableResult
  private func member(_ email: String, _ role: Role, _ slug: String = "north") throws -> Member.ID {
    try store.accounts.addMember(email: email, passwordHash: "h", role: role, slug: slug)
  }

  private func role(_ id: Member.ID) throws -> Role? {
    try store.members.all(of: north).first { $0.id == id }?.role
  }

  @Test("The list tells role, second factor and last login, by role and address")
  func list() throws {
    try member("zoe@b.c", .viewer)
    let ana = try member("ana@b.c", .owner)
    _ = try store.accounts.login(ana, from: LoginBrowser())
    let list = try store.members.all(of: north)
    #expect(list.map(\.email) == ["ana@b.c", "zoe@b.c"])
    #expect(list.map(\.lastLogin) == [fixture.clock.now, nil])
    #expect(list.allSatisfy { !$0.hasTwoFactor })
  }

  @Test("A member cannot change or grant a role beyond their own", arguments: Role.allCases, Role.allCases)
  func reach(old: Role, new: Role) throws {
    try member("ana@b.c", .owner)
    let id = try member("eva@b.c", old)
    let mayChange = old != .owner && new != .owner
    if mayChange {
      try store.members.setRole(new, of: id, by: admin, in: north)
      #expect(try role(id) == new)
    } else {
      let error = #expect(throws: StoreError.self) {
        try store.members.setRole(new, of: id, by: admin, in: north)
      }
      #expect(error?.isInvalid == true)
      #expect(try role(id) == old)
    }
    try store.members.setRole(new, of: id, by: owner, in: north)
    #expect(try role(id) == new)
  }

  @Test("The last owner stays one, and stays")
  func lastOwner() throws {
    let ana = try member("ana@b.c", .owner)
    let refusal = StoreError.conflict("the last owner of a workspace stays its owner")
    #expect(throws: refusal) { try store.members.setRole(.admin, of: ana, by: owner, in: north) }
    #expect(throws: refusal) { try store.members.removeMember(ana, by: owner, in: north) }
    let bor = try member("bor@b.c", .owner)
    try store.members.setRole(.admin, of: ana, by: owner, in: north)
    #expect(throws: refusal) { try store.members.removeMember(bor, by: owner, in: north) }
    #expect(throws: StoreError.self) { try store.members.removeMember(bor, by: admin, in: north) }
  }

  @Test("Who is removed is out with the next request; who is left in no workspace is logged out")
  func removed() throws {
    try member("ana@b.c", .owner)
    _ = try fixture.addWorkspace("south")
    let eva = try member("eva@b.c", .dispatcher)
    try fixture.join("eva@b.c", "south", as: .viewer)
    guard case .begun(let cookies) = try store.accounts.login(eva, from: LoginBrowser()) else {
      Issue.record("no login")
      return
    }
    try store.members.removeMember(eva, by: owner, in: north)
    let session = try store.accounts.consoleSession(cookie: cookies.session) { _ in .act }
    #expect(session?.memberships.map(\.workspace.slug) == ["south"])
    let south = try #require(try store.fleet.workspace(slug: "south")).id
    try store.members.setRole(.owner, of: eva, by: owner, in: south)
    try fixture.join("ana@b.c", "south", as: .owner)
    try store.members.removeMember(eva, by: owner, in: south)
    #expect(try store.accounts.consoleSession(cookie: cookies.session) { _ in .act } == nil)
    #expect(throws: StoreError.notFound("member \(eva.rawValue)")) {
      try store.members.setRole(.viewer, of: eva, by: owner, in: north)
    }
  }

  @Test("A member of another workspace is not found")
  func foreign() throws {
    _ = try fixture.addWorkspace("south")
    let eva = try member("eva@b.c", .viewer, "south")
    #expect(throws: StoreError.notFound("member \(eva.rawValue)")) {
      try store.members.setRole(.admin, of: eva, by: owner, in: north)
    }
    #expect(throws: StoreError.notFound("member \(eva.rawValue)")) {
      try store.members.removeMember(eva, by: owner, in: north)
    }
  }

  @Test("A change tells the audit what was and what is, and by whom")
  func audited() throws {
    let ana = try member("ana@b.c", .owner)
    let eva = try member("eva@b.c", .viewer)
    try store.members.setRole(.auditor, of: eva, by: owner, in: north)
    try store.members.removeMember(eva, by: owner, in: north)
    let entries = try fixture.texts(
      """
      SELECT actor || ' ' || action || ' ' || subject || ': ' || value_before || ' > ' || value_after FROM audit
      WHERE action IN ('member.role', 'member.remove') ORDER BY number
      """)
    #expect(
      entries == [
        "member:\(ana.rawValue) member.role member \(eva.rawValue): role viewer > role auditor",
        "member:\(ana.rawValue) member.remove member \(eva.rawValue): role auditor > ",
      ])
  }

  @Test("A key is given and taken only within one's own role, and tells when it was used")
  func keys() throws {
    let error = #expect(throws: StoreError.self) {
      try store.members.issueAPIKey(slug: "north", name: "k", role: .owner, by: admin)
    }
    #expect(error?.isInvalid == true)
    let secret = try store.members.issueAPIKey(slug: "north", name: "k", role: .owner, by: owner)
    #expect(throws: StoreError.self) { try store.members.revokeAPIKey(slug: "north", name: "k", by: admin) }
    #expect(try store.members.apiKeys(of: north).map(\.lastUsed) == [nil])
    #expect(try store.members.apiKey(secret.text) != nil)
    try store.markAlive()
    #expect(try store.members.apiKeys(of: north).map(\.lastUsed) == [fixture.clock.now])
    try store.members.revokeAPIKey(slug: "north", name: "k", by: owner)
    #expect(try store.members.apiKeys(of: north).isEmpty)
    #expect(try store.members.apiKey(secret.text) == nil)
  }
}
