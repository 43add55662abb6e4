import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("The schema is the last line of defence")
struct ConstraintTests {
  /// A write that must fail, and the kind of promise that refuses it.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let sql: String
    let refusal: String

    init(_ name: String, _ refusal: String, _ sql: String) {
      (testDescription, self.sql, self.refusal) = (name, sql, refusal)
    }
  }

  static let cases = [
    Case(
      "a second workspace of the same slug", "UNIQUE",
      """
      INSERT INTO workspace (slug, name, time_zone, retention_days, created_at)
      SELECT slug, name, time_zone, 90, 0 FROM workspace
      """),
    Case("no retention", "CHECK", "UPDATE workspace SET retention_days = 0"),
    Case("text where a number belongs", "cannot store TEXT", "UPDATE workspace SET retention_days = 'long'"),
    Case("a responder of no workspace", "FOREIGN KEY", "UPDATE responder SET workspace_id = 99 WHERE id = 1"),
    Case("a profile of no workspace", "FOREIGN KEY", "UPDATE responder SET profile = 'none'"),
    Case("a region that is not there", "FOREIGN KEY", "UPDATE responder SET region = 'none'"),
    Case("a phone that is no number", "CHECK", "UPDATE responder SET phone = '040123456'"),
    Case("two people with one phone", "UNIQUE", "UPDATE responder SET phone = '+38640123456'"),
    Case("two people with one external id", "UNIQUE", "UPDATE responder SET external_id = 'x'"),
    Case(
      "two active sessions of one responder", "UNIQUE",
      "INSERT INTO phone_session (workspace_id, id, responder_id, device_id, token_hash, created_at, expires_at) VALUES (1, 99, 1, 'd', zeroblob(32), 0, 0)"
    ),
    Case(
      "one token for two sessions", "UNIQUE",
      "INSERT INTO phone_session (workspace_id, id, responder_id, device_id, token_hash, created_at, expires_at, revoked_at) SELECT 1, 99, 1, 'd', token_hash, 0, 0, 1 FROM phone_session"
    ),
    Case("a session in another workspace", "FOREIGN KEY", "UPDATE phone_session SET workspace_id = 2"),
    Case("a token kept in clear", "CHECK", "UPDATE phone_session SET token_hash = x'00'"),
    Case(
      "pings in another workspace than their responder", "FOREIGN KEY", "UPDATE fresh SET workspace_id = 2"),
    Case("no pings", "CHECK", "UPDATE fresh SET pings = 0"),
    Case("pings that end before they begin", "CHECK", "UPDATE fresh SET first_at = last_at + 1"),
    Case("pings that are not there", "CHECK", "UPDATE fresh SET data = x''"),
    Case("fewer ids than none", "CHECK", "UPDATE liveness SET pings = -1"),
    Case("a latest ping without a time", "CHECK", "UPDATE upload SET latest_effective_at = NULL"),
    Case("a position half known", "CHECK", "UPDATE liveness SET lat = NULL"),
    Case("thresholds the wrong way round", "CHECK", "UPDATE liveness SET offline_ms = degraded_ms"),
    Case("a duty that is none", "CHECK", "UPDATE liveness SET duty = 'asleep'"),
    Case(
      "an answer for a fingerprint of the wrong length", "CHECK",
      "INSERT INTO idempotency VALUES (1, zeroblob(12), x'00', 0, 0, 0, 0, NULL)"),
    Case("a range that ends before it begins", "CHECK", "INSERT INTO sequence_range VALUES (1, 900, 899)"),
    Case(
      "a queue twice", "UNIQUE", "INSERT INTO queue (responder_id, name) SELECT responder_id, name FROM queue"
    ),
    Case(
      "a role that is none", "CHECK",
      "INSERT INTO membership (workspace_id, member_id, role) VALUES (1, 1, 'king')"),
    Case(
      "an address with capitals", "CHECK",
      "INSERT INTO member VALUES (9, 'A@example.org', 'h', 0, 1, 'command line', NULL)"),
    Case("a second alive row", "CHECK", "INSERT INTO alive (id, at) VALUES (2, 0)"),
    Case(
      "a replaced audit entry", "never replaced",
      "INSERT OR REPLACE INTO audit SELECT * FROM audit WHERE workspace_id = 1 AND number = 1"),
    Case(
      "an audit entry with the number of another", "never replaced",
      """
      INSERT OR REPLACE INTO audit (workspace_id, number, at, actor, origin, action, subject, detail, value_before,
        value_after, previous, hash)
      SELECT workspace_id, number, at, 'x', origin, action, subject, detail, value_before, value_after, previous, hash
      FROM audit WHERE workspace_id = 1 AND number = 1
      """),
    Case(
      "a replaced end of the audit", "never replaced",
      "INSERT OR REPLACE INTO audit_head SELECT * FROM audit_head"),
    Case("a changed audit entry", "never changed", "UPDATE audit SET actor = 'somebody else'"),
    Case("an end of the audit put back", "only goes on", "UPDATE audit_head SET count = count - 1"),
    Case("a deleted audit entry", "never deleted", "DELETE FROM audit"),
    Case("a responder deleted under their pings", "FOREIGN KEY", "DELETE FROM responder WHERE id = 1"),
    Case("a workspace deleted under its people", "FOREIGN KEY", "DELETE FROM workspace WHERE id = 1"),
  ]

  @Test(arguments: cases) func refused(_ example: Case) async throws {
    let fixture = try TestStore()
    _ = try fixture.addWorkspace("south")
    let phone = try fixture.phone()
    _ = try fixture.store.fleet.addResponders(
      [NewResponder(name: "Bor", phone: "+38640123456", externalID: "x")], slug: "north")
    try await phone.send([ping(10, 1), ping(11, 2)], at: 20)
    let error = #expect(throws: DatabaseError.self) { try fixture.execute(example.sql) }
    #expect(error?.message.contains(example.refusal) == true, "\(String(describing: error))")
    #expect(try fixture.store.verify() == [])
  }

  @Test("A reference from one table of a workspace to another keeps to the workspace")
  func references() throws {
    let fixture = try TestStore()
    let leaving = try fixture.texts(
      """
      SELECT own.name || ' to ' || reference."table" FROM pragma_table_list AS own
        JOIN pragma_foreign_key_list(own.name) AS reference
      WHERE own.schema = 'main' AND own.type = 'table'
        AND EXISTS (SELECT 1 FROM pragma_table_info(own.name) WHERE name = 'workspace_id')
        AND EXISTS (SELECT 1 FROM pragma_table_info(reference."table") WHERE name = 'workspace_id')
      GROUP BY own.name, reference.id
      HAVING max(reference."from" = 'workspace_id' AND reference."to" = 'workspace_id') = 0
      ORDER BY 1
      """)
    #expect(leaving == [])
  }

  @Test("Every table is STRICT, and every reference has an index to be checked by")
  func strictTables() throws {
    let fixture = try TestStore()
    let lax = try fixture.store.read { db in
      try db.all(
        "SELECT name FROM pragma_table_list WHERE strict = 0 AND schema = 'main' AND name NOT GLOB 'sqlite_*'",
        as: String.self)
    }
    #expect(lax == [])
  }
}
