import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Invitations")
struct InvitationTests {
  private let fixture: TestStore
  private var store: Store { fixture.store }
  private var north: Workspace.ID { fixture.workspace.id }
  private let owner = Authority(actor: "member:1", role: .owner)
  private let admin = Authority(actor: "member:2", role: .admin)

  init() throws {
    fixture = try TestStore()
    _ = try store.accounts.addMember(email: "ana@b.c", passwordHash: "h", role: .owner, slug: "north")
  }

  @Test("A new member joins with a password, once")
  func newcomer() throws {
    let secret = try store.members.invite(email: "Nina@B.c", role: .dispatcher, by: owner, in: north)
    let offer = try #require(try store.accounts.invitation(secret.text))
    #expect(offer.email == "nina@b.c" && offer.role == .dispatcher)
    let member = try store.accounts.acceptInvitation(secret.text, passwordHash: "hash")
    #expect(try store.accounts.member(email: "nina@b.c") == member)
    #expect(try store.members.all(of: north).map(\.email) == ["ana@b.c", "nina@b.c"])
    #expect(try store.accounts.invitation(secret.text) == nil)
    #expect(throws: StoreError.notFound("invitation")) {
      try store.accounts.acceptInvitation(secret.text, passwordHash: "other")
    }
    #expect(try store.members.invitations(of: north).isEmpty)
  }

  @Test(
    "An account of another workspace joins as itself; a password chosen at the link makes another account")
  func known() throws {
    _ = try fixture.addWorkspace("south")
    let eva = try store.accounts.addMember(
      email: "eva@b.c", passwordHash: "own", role: .viewer, slug: "south")
    let secret = try store.members.invite(email: "eva@b.c", role: .auditor, by: owner, in: north)
    let ana = try #require(try store.accounts.member(email: "ana@b.c")).id
    #expect(throws: StoreError.notFound("invitation")) {
      try store.accounts.acceptInvitation(secret.text, as: ana)
    }
    #expect(try store.accounts.acceptInvitation(secret.text, as: eva).slug == "north")
    #expect(throws: StoreError.notFound("invitation")) {
      try store.accounts.acceptInvitation(secret.text, as: eva)
    }
    // The inviter has the link, too: whatever they choose there opens nothing of hers.
    _ = try fixture.addWorkspace("west")
    let west = try #require(try store.fleet.workspace(slug: "west")).id
    let other = try store.members.invite(email: "eva@b.c", role: .owner, by: owner, in: west)
    let made = try store.accounts.acceptInvitation(other.text, passwordHash: "chosen")
    #expect(try made.id != eva && store.accounts.member(eva)?.passwordHash == "own")
    #expect(try store.accounts.members(email: "eva@b.c").map(\.id) == [made.id, eva])
    #expect(try store.members.all(of: west).map(\.id) == [made.id])
  }

  @Test("A new account for an address that has one is refused, and nothing is changed")
  func existing() throws {
    _ = try fixture.addWorkspace("south")
    let secret = try store.members.invite(email: "boss@b.c", role: .viewer, by: owner, in: north)
    let squatter = try store.accounts.acceptInvitation(secret.text, passwordHash: "h")
    let before = try fixture.integer("SELECT count(*) FROM audit")
    let error = #expect(throws: StoreError.self) {
      try store.accounts.addMember(email: "boss@b.c", passwordHash: "boss", role: .owner, slug: "south")
    }
    guard case .conflict(let words) = error else { return }
    for part in ["has an account already", "by invitation 1 for workspace north at ", "Nothing was changed"] {
      #expect(words.contains(part), "\(part)")
    }
    #expect(try fixture.integer("SELECT count(*) FROM audit") == before)
    #expect(try store.members.all(of: Workspace.ID(2)).isEmpty)
    let boss = try store.accounts.addMember(
      email: "boss@b.c", passwordHash: "boss", role: .owner, slug: "south", isSeparate: true)
    #expect(try boss != squatter.id && store.members.all(of: Workspace.ID(2)).map(\.id) == [boss])
  }

  @Test("A membership that is offered begins when its holder accepts it, and only then")
  func offered() throws {
    let south = try fixture.addWorkspace("south").id
    let ana = try #require(try store.accounts.member(email: "ana@b.c")).id
    #expect(try store.accounts.offerMembership(email: "Ana@b.c", role: .owner, slug: "south") == ana)
    let eva = try store.accounts.addMember(email: "eva@b.c", passwordHash: "h", role: .viewer, slug: "north")
    let offer = try #require(try store.accounts.offeredMemberships(to: ana).first)
    #expect(offer.workspace.id == south && offer.role == .owner)
    #expect(try store.members.all(of: south).isEmpty && store.accounts.offeredMemberships(to: eva).isEmpty)
    #expect(throws: StoreError.self) {
      try store.accounts.answerMembership(offer.id, accepting: true, as: eva)
    }
    _ = try store.accounts.answerMembership(offer.id, accepting: false, as: ana)
    #expect(throws: StoreError.self) {
      try store.accounts.answerMembership(offer.id, accepting: true, as: ana)
    }
    #expect(try store.members.all(of: south).isEmpty && store.members.invitations(of: south).isEmpty)
    try fixture.join("ana@b.c", "south", as: .admin)
    #expect(try store.members.all(of: south).map(\.role) == [.admin])
    #expect(throws: StoreError.self) {
      try store.accounts.offerMembership(email: "ana@b.c", role: .owner, slug: "south")
    }
    #expect(throws: StoreError.self) {
      try store.accounts.offerMembership(email: "nobody@b.c", role: .owner, slug: "south")
    }
    let told = try fixture.texts("SELECT action FROM audit WHERE workspace_id = 2 ORDER BY number")
    #expect(told == ["workspace.add", "member.invite", "member.decline", "member.invite", "member.join"])
  }

  @Test("A link ends after 7 days, when it is taken back, and when a newer one is made")
  func ends() throws {
    let first = try store.members.invite(email: "nina@b.c", role: .viewer, by: owner, in: north)
    let second = try store.members.invite(email: "nina@b.c", role: .viewer, by: owner, in: north)
    #expect(try store.accounts.invitation(first.text) == nil)
    let days: Double = 7 * 86_400
    fixture.clock.set(days - 1)
    #expect(try store.accounts.invitation(second.text) != nil)
    fixture.clock.set(days)
    #expect(try store.accounts.invitation(second.text) == nil)
    #expect(throws: StoreError.notFound("invitation")) {
      try store.accounts.acceptInvitation(second.text, passwordHash: "h")
    }
    let third = try store.members.invite(email: "nina@b.c", role: .viewer, by: owner, in: north)
    let id = try #require(try store.members.invitations(of: north).first).id
    try store.members.revokeInvitation(id, by: owner, in: north)
    #expect(try store.accounts.invitation(third.text) == nil)
    #expect(throws: StoreError.notFound("invitation \(id.rawValue)")) {
      try store.members.revokeInvitation(id, by: owner, in: north)
    }
  }

  @Test("A member cannot invite beyond their own role, the same member twice, or an invalid address")
  func refused() throws {
    for (email, role, authority) in [
      ("nina@b.c", Role.owner, admin), ("no address", .viewer, owner), ("ana@b.c", .viewer, owner),
    ] {
      #expect(throws: StoreError.self, "\(email)") {
        try store.members.invite(email: email, role: role, by: authority, in: north)
      }
    }
    let secret = try store.members.invite(email: "nina@b.c", role: .owner, by: owner, in: north)
    let id = try #require(try store.members.invitations(of: north).first).id
    #expect(throws: StoreError.self) { try store.members.revokeInvitation(id, by: admin, in: north) }
    #expect(try store.accounts.invitation(secret.text) != nil)
  }

  @Test("An invitation ends when its author loses the right to make it")
  func makerLoses() throws {
    let bor = try store.accounts.addMember(email: "bor@b.c", passwordHash: "h", role: .owner, slug: "north")
    let maker = Authority(actor: .member(bor), role: .owner)
    let high = try store.members.invite(email: "x@b.c", role: .owner, by: maker, in: north)
    let low = try store.members.invite(email: "y@b.c", role: .viewer, by: maker, in: north)
    try store.members.setRole(.admin, of: bor, by: owner, in: north)
    #expect(try store.accounts.invitation(high.text) == nil)
    #expect(try store.accounts.invitation(low.text) != nil)
    try store.members.removeMember(bor, by: owner, in: north)
    #expect(try store.accounts.invitation(low.text) == nil)
  }

  @Test("Neither address nor secret stand in the audit; the secret is stored as its hash")
  func discreet() throws {
    let secret = try store.members.invite(email: "nina@b.c", role: .viewer, by: owner, in: north)
    _ = try store.accounts.acceptInvitation(secret.text, passwordHash: "h")
    let audit = try fixture.texts(
      "SELECT actor || subject || detail || value_before || value_after FROM audit"
    ).joined()
    #expect(!audit.contains("nina") && !audit.contains(secret.text))
    #expect(try fixture.integer("SELECT count(*) FROM invitation WHERE length(token_hash) = 32") == 1)
  }
}
