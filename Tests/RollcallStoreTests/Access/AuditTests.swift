import Rollcall
import RollcallStore
import Testing

@Suite("The audit chain")
struct AuditTests {
  /// What somebody with the file and a tool might do, once the triggers are gone.
  static let tampering = [
    "UPDATE audit SET actor = 'nobody' WHERE id = 2",
    "UPDATE audit SET at = at + 1 WHERE id = 2",
    "UPDATE audit SET subject = subject || 'x', detail = substr(detail, 2) WHERE id = 3",
    "UPDATE audit SET hash = zeroblob(32) WHERE id = 4",
    "DELETE FROM audit WHERE id = 2",
    "UPDATE audit SET workspace_id = 2 WHERE workspace_id = 1",
  ]

  @Test("Finds what was changed behind the server's back", arguments: tampering)
  func tampered(_ sql: String) throws {
    let fixture = try TestStore()
    _ = try fixture.store.addResponders([NewResponder(name: "Ana")], slug: "north")
    _ = try fixture.store.setWorkspace(slug: "north", name: "N", timeZone: nil, retentionDays: nil)
    _ = try fixture.store.setWorkspace(slug: "north", name: "O", timeZone: nil, retentionDays: 20)
    _ = try fixture.store.addWorkspace(slug: "south", name: "S", timeZone: "UTC", profiles: [])
    #expect(try fixture.store.verify() == [])
    try fixture.execute("DROP TRIGGER audit_is_not_changed; DROP TRIGGER audit_is_not_deleted")
    #expect(try fixture.store.verify() == [], "the entries themselves are whole")
    try fixture.execute(sql)
    #expect(try fixture.store.verify().contains { $0.contains("does not continue its chain") })
  }

  @Test("Every command leaves an entry in its workspace's chain")
  func entries() throws {
    let fixture = try TestStore()
    _ = try fixture.addWorkspace("south")
    let id = try fixture.phone().id
    _ = try fixture.store.addMember(email: "a@b.c", passwordHash: "h", role: .viewer, slug: "north")
    _ = try fixture.store.issueAPIKey(slug: "north", name: "k", role: .viewer)
    try fixture.store.revokeAPIKey(slug: "north", name: "k")
    #expect(
      try fixture.texts("SELECT action || ' ' || subject FROM audit WHERE workspace_id = 1 ORDER BY id") == [
        "workspace.add north", "responder.add \(id.rawValue)", "token.issue \(id.rawValue)",
        "member.add a@b.c",
        "api-key.issue k", "api-key.revoke k",
      ])
    #expect(try fixture.store.verify() == [])
  }

  @Test("A look is one entry per member, page, subject and 15 minutes")
  func looks() throws {
    let fixture = try TestStore()
    let store = fixture.store
    func look(_ actor: String, _ page: String, _ subject: String, at moment: Double) throws -> Int {
      fixture.clock.set(moment)
      store.noteLook(actor: actor, page: page, subject: subject, in: fixture.workspace.id)
      try store.markAlive()
      return try fixture.integer("SELECT count(*) FROM audit WHERE action GLOB 'look.*'")
    }
    #expect(try look("ana", "board", "", at: 0) == 1)
    #expect(try look("ana", "board", "", at: 899) == 1)
    #expect(try look("bor", "board", "", at: 899) == 2)
    #expect(try look("ana", "history", "", at: 899) == 3)
    #expect(try look("ana", "history", "7", at: 899) == 4)
    #expect(try look("ana", "board", "", at: 900) == 5)
  }

  @Test("An export is noted with its filter, rows and hash")
  func export() throws {
    let fixture = try TestStore()
    fixture.store.noteExport(
      actor: "ana", kind: "history", filter: "from=1", rows: 7, sha256: "ab", in: fixture.workspace.id)
    try fixture.store.markAlive()
    #expect(
      try fixture.texts("SELECT subject || ' ' || detail FROM audit WHERE action = 'export.history'")
        == ["from=1 7 rows, sha256 ab"])
  }
}
