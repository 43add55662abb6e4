import Foundation
import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("The audit chain")
struct AuditChainTests {
  /// What somebody with the file and a tool might do, once the triggers are gone, and what is said of it.
  struct Tampering: CustomTestStringConvertible {
    let sql: String
    let found: [String]
    var testDescription: String { sql }

    init(_ sql: String, _ found: String...) {
      (self.sql, self.found) = (sql, found.map { "audit of north: \($0)" })
    }
  }

  static let changes =
    [
      "at = at + 1", "actor = 'nobody'", "origin = 'x'", "action = 'x'", "subject = 'x'",
      "detail = 'x'", "detail = detail || char(0) || 'x'", "actor = actor || char(0)",
      "subject = cast(x'ff' AS TEXT)",
      "value_before = 'x'", "value_after = 'x'", "subject = subject || 'x', detail = 'y'",
    ].map {
      Tampering("UPDATE audit SET \($0) WHERE workspace_id = 1 AND number = 3", "entry 3 was changed")
    }

  static let others = [
    Tampering(
      "UPDATE audit SET number = 9 WHERE workspace_id = 1 AND number = 3", "entry 3 was removed",
      "entry 9 was changed"),
    Tampering("DELETE FROM audit WHERE workspace_id = 1 AND number = 1", "entry 1 was removed"),
    Tampering("DELETE FROM audit WHERE workspace_id = 1 AND number IN (3, 4)", "entries 3 to 4 were removed"),
    Tampering("DELETE FROM audit WHERE workspace_id = 1 AND number = 6", "entry 6 was cut off at the end"),
    Tampering(
      "DELETE FROM audit WHERE workspace_id = 1 AND number > 4", "entries 5 to 6 were cut off at the end"),
    Tampering("DELETE FROM audit WHERE workspace_id = 1", "entries 1 to 6 were cut off at the end"),
    Tampering(
      "DELETE FROM audit WHERE workspace_id = 1; DELETE FROM audit_head WHERE workspace_id = 1",
      "all entries were removed"),
    Tampering(
      "UPDATE audit SET hash = zeroblob(32) WHERE workspace_id = 1 AND number = 6", "entry 6 was changed"),
    Tampering(
      "UPDATE audit SET previous = zeroblob(32) WHERE workspace_id = 1 AND number = 3", "entry 3 was changed"),
    // Two entries exchange their numbers.
    Tampering(
      """
      UPDATE audit SET number = 99 WHERE workspace_id = 1 AND number = 3;
      UPDATE audit SET number = 3 WHERE workspace_id = 1 AND number = 4;
      UPDATE audit SET number = 4 WHERE workspace_id = 1 AND number = 99
      """, "entry 3 was changed", "entry 4 was changed"),
    Tampering(
      "DELETE FROM audit_head WHERE workspace_id = 1",
      "entries 1 to 6 were not known to the head of the chain"),
    Tampering(
      "UPDATE audit_head SET count = 5 WHERE workspace_id = 1",
      "entry 6 was not known to the head of the chain"),
    Tampering(
      "UPDATE audit_head SET hash = zeroblob(32) WHERE workspace_id = 1",
      "entry 6 is not the one with which the chain ended"),
    // The end is cut off, and the head put back to where it was before.
    Tampering(
      """
      DELETE FROM audit WHERE workspace_id = 1 AND number > 5;
      UPDATE audit_head SET count = 5 WHERE workspace_id = 1
      """, "entry 5 is not the one with which the chain ended"),
  ]

  /// Six entries in one workspace, some in another, and nothing that guards them.
  static func unguarded() throws -> TestStore {
    let fixture = try TestStore()
    _ = try fixture.addWorkspace("south")
    for name in ["a", "b", "c", "d", "e"] {
      _ = try fixture.store.members.issueAPIKey(slug: "north", name: name, role: .viewer)
    }
    _ = try fixture.store.members.issueAPIKey(slug: "south", name: "a", role: .viewer)
    try fixture.execute(
      """
      DROP TRIGGER audit_is_not_changed; DROP TRIGGER audit_is_not_deleted;
      DROP TRIGGER audit_head_goes_on; DROP TRIGGER audit_head_is_not_deleted
      """)
    #expect(try fixture.store.verify() == [])
    return fixture
  }

  @Test("What was removed, changed, put elsewhere or cut off is named", arguments: changes + others)
  func tampered(_ tampering: Tampering) throws {
    let fixture = try Self.unguarded()
    try fixture.execute(tampering.sql)
    let found = try fixture.store.verify()
    for sentence in tampering.found { #expect(found.contains(sentence), "\(found)") }
    #expect(found.allSatisfy { $0.hasPrefix("audit of north: ") }, "\(found)")
  }

  @Test("An entry that was changed and hashed anew is named by the one that follows it")
  func hashedAnew() throws {
    let fixture = try Self.unguarded()
    let all = AuditFilter(from: .distantPast, to: Timestamp(milliseconds: .max))
    var entry = try #require(
      try fixture.store.audit.entries(of: fixture.workspace.id, all, behind: 4, limit: 1).first)
    entry.actor = "somebody else"
    try fixture.store.pool.writeWithoutTransaction { db in
      try db.run(
        """
        UPDATE audit SET actor = \(entry.actor), hash = \(AuditChain.hash(of: entry, in: 1))
        WHERE workspace_id = 1 AND number = 3
        """)
    }
    #expect(
      try fixture.store.verify() == [
        "audit of north: entry 3 was changed and hashed anew: entry 4 follows another"
      ])
  }

  @Test("An entry of another workspace is no entry of this one")
  func moved() throws {
    let fixture = try Self.unguarded()
    try fixture.execute("DELETE FROM audit WHERE workspace_id = 2 AND number = 2")
    try fixture.execute("UPDATE audit SET workspace_id = 2 WHERE workspace_id = 1 AND number = 2")
    #expect(
      try fixture.store.verify() == [
        "audit of north: entry 2 was removed", "audit of south: entry 2 was changed",
        "audit of south: entry 2 is not the one with which the chain ended",
      ])
  }

  @Test("The end of the chain goes on only, and after a restart where it was")
  func head() throws {
    let fixture = try TestStore()
    for sql in [
      "UPDATE audit_head SET count = count - 1", "UPDATE audit_head SET hash = zeroblob(32)",
      "DELETE FROM audit_head",
    ] { #expect(throws: DatabaseError.self) { try fixture.execute(sql) } }
    let heads = try fixture.store.audit.auditHeads()
    #expect(heads.map(\.slug) == ["north"] && heads[0].head.count == 1)
    #expect(
      try fixture.texts("SELECT lower(hex(hash)) FROM audit ORDER BY number DESC LIMIT 1") == [
        heads[0].head.hashText
      ])
    try fixture.restart()
    _ = try fixture.store.members.issueAPIKey(slug: "north", name: "k", role: .viewer)
    #expect(try fixture.store.audit.auditHeads()[0].head.count == 2)
    #expect(try fixture.store.verify() == [])
  }
}
