import Rollcall
import Testing

@testable import RollcallStore

@Suite("Invitations")
struct InvitationTests {
  private let fixture: TestStore
  private var store: Store { fixture.store }
  private var north: Workspace.ID { fixture.workspace.id }
  private let owner = Authority(actor: "member:ana@b.c", role: .owner)
  private let admin = Authority(actor: "member:bor@b.c", role: .admin)

  init() throws {
    fixture = try TestStore()
    _ = try store.addMember(email: "ana@b.c", passwordHash: "h", role: .owner, slug: "north")
  }

  @Test("Somebody new joins with a password, once")
  func newcomer() throws {
    let secret = try store.invite(email: "Nina@B.c", role: .dispatcher, by: owner, in: north)
    let offer = try #require(try store.invitation(secret.text))
    #expect(offer.email == "nina@b.c" && offer.role == .dispatcher && offer.member == nil)
    let member = try store.acceptInvitation(secret.text, passwordHash: "hash")
    #expect(try store.member(email: "nina@b.c") == member)
    #expect(try store.members(of: north).map(\.email) == ["ana@b.c", "nina@b.c"])
    #expect(try store.invitation(secret.text) == nil)
    #expect(throws: StoreError.notFound("invitation")) {
      try store.acceptInvitation(secret.text, passwordHash: "other")
    }
    #expect(try store.invitations(of: north).isEmpty)
  }

  @Test(
    "A member of another workspace joins as themselves; nobody else does it for them or sets their password")
  func known() throws {
    _ = try fixture.addWorkspace("south")
    let eva = try store.addMember(email: "eva@b.c", passwordHash: "own", role: .viewer, slug: "south")
    let secret = try store.invite(email: "eva@b.c", role: .auditor, by: owner, in: north)
    #expect(throws: StoreError.notFound("invitation")) {
      try store.acceptInvitation(secret.text, passwordHash: "stolen")
    }
    let ana = try #require(try store.member(email: "ana@b.c")).id
    #expect(throws: StoreError.notFound("invitation")) { try store.acceptInvitation(secret.text, as: ana) }
    #expect(try store.acceptInvitation(secret.text, as: eva).slug == "north")
    #expect(try store.member(email: "eva@b.c")?.passwordHash == "own")
    #expect(throws: StoreError.notFound("invitation")) { try store.acceptInvitation(secret.text, as: eva) }
  }

  @Test("A link ends after 7 days, when it is taken back, and when a newer one is made")
  func ends() throws {
    let first = try store.invite(email: "nina@b.c", role: .viewer, by: owner, in: north)
    let second = try store.invite(email: "nina@b.c", role: .viewer, by: owner, in: north)
    #expect(try store.invitation(first.text) == nil)
    let days: Double = 7 * 86_400
    fixture.clock.set(days - 1)
    #expect(try store.invitation(second.text) != nil)
    fixture.clock.set(days)
    #expect(try store.invitation(second.text) == nil)
    #expect(throws: StoreError.notFound("invitation")) {
      try store.acceptInvitation(second.text, passwordHash: "h")
    }
    let third = try store.invite(email: "nina@b.c", role: .viewer, by: owner, in: north)
    let id = try #require(try store.invitations(of: north).first).id
    try store.revokeInvitation(id, by: owner, in: north)
    #expect(try store.invitation(third.text) == nil)
    #expect(throws: StoreError.notFound("invitation \(id.rawValue)")) {
      try store.revokeInvitation(id, by: owner, in: north)
    }
  }

  @Test("Nobody invites beyond their own role, twice the same member, or what is no address")
  func refused() throws {
    for (email, role, authority) in [
      ("nina@b.c", Role.owner, admin), ("no address", .viewer, owner), ("ana@b.c", .viewer, owner),
    ] {
      #expect(throws: StoreError.self, "\(email)") {
        try store.invite(email: email, role: role, by: authority, in: north)
      }
    }
    let secret = try store.invite(email: "nina@b.c", role: .owner, by: owner, in: north)
    let id = try #require(try store.invitations(of: north).first).id
    #expect(throws: StoreError.self) { try store.revokeInvitation(id, by: admin, in: north) }
    #expect(try store.invitation(secret.text) != nil)
  }

  @Test("What somebody invited to ends with their own right to do so")
  func makerLoses() throws {
    let bor = try store.addMember(email: "bor@b.c", passwordHash: "h", role: .owner, slug: "north")
    let maker = Authority(actor: "member:bor@b.c", role: .owner)
    let high = try store.invite(email: "x@b.c", role: .owner, by: maker, in: north)
    let low = try store.invite(email: "y@b.c", role: .viewer, by: maker, in: north)
    try store.setRole(.admin, of: bor, by: owner, in: north)
    #expect(try store.invitation(high.text) == nil)
    #expect(try store.invitation(low.text) != nil)
    try store.removeMember(bor, by: owner, in: north)
    #expect(try store.invitation(low.text) == nil)
  }

  @Test("Neither address nor secret stand in the audit; the secret is stored as its hash")
  func discreet() throws {
    let secret = try store.invite(email: "nina@b.c", role: .viewer, by: owner, in: north)
    _ = try store.acceptInvitation(secret.text, passwordHash: "h")
    let audit = try fixture.texts(
      "SELECT actor || subject || detail || value_before || value_after FROM audit"
    ).joined()
    #expect(!audit.contains("nina") && !audit.contains(secret.text))
    #expect(try fixture.integer("SELECT count(*) FROM invitation WHERE length(token_hash) = 32") == 1)
  }
}
