import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("The audit")
struct AuditTests {
  @Test("Every command leaves an entry in its workspace's chain, with the command line as its origin")
  func entries() throws {
    let fixture = try TestStore()
    _ = try fixture.addWorkspace("south")
    let id = try AuditOrigin.$current.withValue(AuditOrigin.commandLine) { try fixture.phone().id }
    let member = try fixture.store.accounts.addMember(
      email: "a@b.c", passwordHash: "h", role: .viewer, slug: "north")
    _ = try fixture.store.members.issueAPIKey(slug: "north", name: "k", role: .viewer)
    try fixture.store.members.revokeAPIKey(slug: "north", name: "k")
    try fixture.store.accounts.setPassword(email: "A@b.c", passwordHash: "i", slug: "north")
    #expect(
      try fixture.texts(
        "SELECT action || ' ' || subject || ' ' || origin FROM audit WHERE workspace_id = 1 ORDER BY number")
        == [
          "workspace.add workspace server", "responder.add responder \(id.rawValue) command line",
          "token.issue responder \(id.rawValue) command line", "member.add member \(member.rawValue) server",
          "api-key.issue key k server", "api-key.revoke key k server",
          "member.password member \(member.rawValue) server",
        ])
    #expect(try fixture.store.verify() == [])
  }

  /// A change, and what the audit tells of it: action, subject, detail, before, after.
  struct Change: CustomTestStringConvertible {
    let testDescription: String
    let carryOut: @Sendable (TestStore, Responder.ID) throws -> Void
    let told: String

    init(
      _ name: String, _ told: String, _ carryOut: @escaping @Sendable (TestStore, Responder.ID) throws -> Void
    ) {
      (testDescription, self.told, self.carryOut) = (name, told, carryOut)
    }
  }

  static let changes = [
    Change("a workspace", "workspace.set|workspace||name North, retention_days 90|name N, retention_days 20")
    {
      fixture, _ in
      _ = try fixture.store.fleet.setWorkspace(slug: "north") { ($0.name, $0.retentionDays) = ("N", 20) }
    },
    Change(
      "a responder, without name and number",
      "responder.set|responder 1|name changed, phone number changed|region none|region 1"
    ) { fixture, id in
      _ = try fixture.store.phones.setResponder(
        id, slug: "north", name: "Secret Name", phone: "+38640123456", profile: nil, region: "West",
        isActive: nil)
    },
    Change("the skills of a responder, without their words", "responder.set|responder 1|skills changed||") {
      fixture, id in
      _ = try fixture.store.phones.setResponder(
        id, slug: "north", name: nil, phone: nil, profile: nil, region: nil, isActive: nil, skills: "medic")
    },
    Change(
      "a rule of a profile", "profile.edit|profile family||rules[3].interval_s 300|rules[3].interval_s 240"
    ) {
      fixture, _ in
      try fixture.store.fleet.editProfile("family", in: .test(fixture.workspace.id, "key:x")) {
        $0.rules[2].interval = 240
      }
    },
    Change("a switch", "flags.set|flags||adaptive_intervals 100 %|adaptive_intervals 40 %") { fixture, _ in
      try fixture.store.fleet.setRollout(
        Rollout(percent: [.allCases[0]: 40]), of: fixture.workspace.id, by: "key:x")
    },
  ]

  @Test("A change records the values that differ, before and after", arguments: changes)
  func change(_ change: Change) throws {
    let fixture = try TestStore()
    let id = try fixture.phone().id
    try change.carryOut(fixture, id)
    let told = try fixture.texts(
      """
      SELECT action || '|' || subject || '|' || detail || '|' || value_before || '|' || value_after
      FROM audit ORDER BY number DESC LIMIT 1
      """)
    #expect(told == [change.told])
    let everything = try fixture.texts(
      "SELECT group_concat(detail || value_before || value_after) FROM audit")
    #expect(everything.allSatisfy { !$0.contains("Secret") && !$0.contains("+386") })
  }

  @Test(
    "Logins, failed logins and logouts are recorded in each of a member's workspaces, by id and address")
  func logins() throws {
    let fixture = try TestStore()
    let store = fixture.store
    _ = try fixture.addWorkspace("south")
    _ = try fixture.addWorkspace("west")
    _ = try store.accounts.addMember(email: "eva@b.c", passwordHash: "h", role: .viewer, slug: "north")
    try fixture.join("eva@b.c", "south", as: .viewer)
    let member = try #require(try store.accounts.member(email: "eva@b.c"))
    try AuditOrigin.$current.withValue("192.0.2.7") {
      store.audit.recordFailedLogin(of: member.id)
      let cookie = try store.accounts.beginConsoleSession(of: member).text
      try store.accounts.endConsoleSession(cookie: cookie)
      // Over already: nothing to tell.
      try store.accounts.endConsoleSession(cookie: cookie)
    }
    let told = "SELECT actor || ' ' || action || ' ' || origin FROM audit WHERE action LIKE 'login.%'"
    let id = member.id.rawValue
    for workspace in 1...2 {
      #expect(
        try fixture.texts("\(told) AND workspace_id = \(workspace) ORDER BY number") == [
          "nobody login.fail 192.0.2.7", "member:\(id) login.begin 192.0.2.7",
          "member:\(id) login.end 192.0.2.7",
        ])
    }
    #expect(try fixture.texts("\(told) AND workspace_id = 3") == [])
    #expect(try fixture.integer("SELECT count(*) FROM audit WHERE instr(subject || actor, 'eva') > 0") == 0)
  }

  @Test("Actors are named by id, and a phone's address is not stored")
  func pseudonyms() throws {
    let fixture = try TestStore()
    let member = try fixture.store.accounts.addMember(
      email: "eva@b.c", passwordHash: "h", role: .admin, slug: "north")
    let actors: [Actor] = [
      .member(member, email: "eva@b.c"), .key(name: "script"), .phone(Responder.ID(5)), .rollcall,
    ]
    for actor in actors {
      try AuditOrigin.$current.withValue("192.0.2.7") {
        try fixture.store.write { try $0.audit(actor, "tried.it", subject: "", in: fixture.workspace.id) }
      }
    }
    #expect(
      try fixture.texts("SELECT actor || ' ' || origin FROM audit WHERE action = 'tried.it' ORDER BY number")
        == [
          "member:\(member.rawValue) 192.0.2.7", "key:script 192.0.2.7", "responder:5 phone",
          "rollcall 192.0.2.7",
        ])
  }

  @Test("What is refused leaves no entry, and the next one continues the chain")
  func refused() throws {
    let fixture = try TestStore()
    let count = "SELECT count(*) FROM audit"
    let before = try fixture.integer(count)
    #expect(throws: StoreError.self) {
      try fixture.store.write { transaction in
        try transaction.audit("rollcall", "tried.it", subject: "", in: fixture.workspace.id)
        throw StoreError.conflict("no")
      }
    }
    #expect(try fixture.integer(count) == before)
    _ = try fixture.store.members.issueAPIKey(slug: "north", name: "k", role: .viewer)
    #expect(try fixture.integer(count) == before + 1)
    #expect(try fixture.store.verify() == [])
  }

  @Test("A look is one entry per member, page, subject and 15 minutes")
  func looks() throws {
    let fixture = try TestStore()
    let store = fixture.store
    let member = try store.accounts.addMember(
      email: "ana@b.c", passwordHash: "h", role: .viewer, slug: "north")
    func look(_ actor: Actor, _ page: String, _ subject: String, at moment: Double) throws -> Int {
      fixture.clock.set(moment)
      store.audit.recordView(actor: actor, page: page, subject: subject, in: fixture.workspace.id)
      try store.markAlive()
      return try fixture.integer("SELECT count(*) FROM audit WHERE action GLOB 'look.*'")
    }
    let ana: Actor = .member(member, email: "ana@b.c")
    #expect(try look(ana, "board", "", at: 0) == 1)
    #expect(try look(ana, "board", "", at: 899) == 1)
    #expect(try look("bor", "board", "", at: 899) == 2)
    #expect(try look(ana, "history", "", at: 899) == 3)
    #expect(try look(ana, "history", "7", at: 899) == 4)
    #expect(try look(ana, "board", "", at: 900) == 5)
  }

  @Test("An export is recorded with its filter, rows and hash")
  func export() throws {
    let fixture = try TestStore()
    let fingerprint = FileFingerprint.of(Array("rows".utf8))
    fixture.store.reports.recordExport(
      ExportNote(actor: "ana", kind: "history", filter: "from=1", rows: 7, fingerprint: fingerprint),
      in: fixture.workspace.id)
    try fixture.store.markAlive()
    #expect(
      try fixture.texts("SELECT subject || ' ' || detail FROM audit WHERE action = 'export.history'")
        == ["from=1 7 rows, sha256 \(fingerprint.hashText)"])
  }
}
