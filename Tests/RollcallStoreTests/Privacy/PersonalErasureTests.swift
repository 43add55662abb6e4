import StoreSupport
import Foundation
import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("Erasing a person")
struct PersonalErasureTests {
  @Test("Nothing of what is erased is left in the bytes of the file or its log, wherever it stood")
  func scrubbed() throws {
    let marked = try MarkedPerson()
    let fixture = marked.fixture
    // What was erased may have been moved about before.
    try fixture.execute("REINDEX")
    #expect(Self.found(Self.mustGo(marked), in: fixture).count > 100, "the marks are there before")
    try fixture.store.privacy.erase(marked.id, in: .test(fixture.workspace.id, "key:x"))
    try fixture.store.privacy.finishErasures()
    #expect(Self.found(Self.mustGo(marked), in: fixture) == [])
    #expect(try fixture.store.privacy.unfinishedErasures() == [])
    try fixture.restart()
    #expect(Self.found(Self.mustGo(marked), in: fixture) == [])
    #expect(
      fixture.store.boards.entry(of: marked.id, in: fixture.workspace.id)?.person.name
        == "Erased person 1")
  }

  @Test("A note that is full of the person's short name is cut, not in the way")
  func longNotes() throws {
    let fixture = try TestStore()
    let ana = try fixture.phone(name: "Anna")
    let full = String(repeating: "Anna ", count: 40)
    fixture.clock.set(1_000)
    _ = try DispatchRowsFixture(fixture).incident("Fall", opened: 900, state: "unassigned", since: 990)
    var watch = AlertWatch()
    _ = try fixture.store.alerts.judgeAlerts(of: fixture.workspace.id, &watch)
    let alert = try #require(try fixture.store.alerts.openAlerts(of: fixture.workspace.id).first)
    try fixture.store.alerts.act(
      .acknowledge, on: alert.id, note: full, seen: 0, in: .test(fixture.workspace.id, "key:one"))
    try fixture.store.privacy.erase(ana.id, in: .test(fixture.workspace.id, "key:x"))
    try fixture.store.privacy.finishErasures()
    let note = try fixture.texts("SELECT note FROM alert_act")
    #expect(note.count == 1 && note[0].hasPrefix("Erased person") && note[0].unicodeScalars.count <= 200)
    #expect(!note[0].contains("Anna"))
  }

  @Test("Copies that SQLite left between the rows are gone, too")
  func copies() throws {
    let fixture = try TestStore()
    let (ana, bor) = (try fixture.phone(name: "Ana"), try fixture.phone(name: "Bor", device: "phone-2"))
    let marker = Data("COPYMARKER".utf8)
    try Self.scatter(marker, of: [ana.id, bor.id], in: fixture)
    try fixture.store.privacy.erase(ana.id, in: .test(fixture.workspace.id, "key:x"))
    while try fixture.store.privacy.continueErasure(of: ana.id, in: fixture.workspace.id) {}
    try fixture.store.scrubLog()
    #expect(
      try fixture.integer("SELECT count(*) FROM phone_session") > 1_000, "pages that others are on stay")
    #expect(
      Self.bytes(of: fixture).contains { $0.range(of: marker) != nil }, "rows that are gone left copies")
    try fixture.store.privacy.finishErasures()
    #expect(Self.bytes(of: fixture).allSatisfy { $0.range(of: marker) == nil })
  }

  /// Rows of two people in an order that splits the pages of an index again and again; those of the first are marked.
  private static func scatter(_ marker: Data, of people: [Responder.ID], in fixture: TestStore) throws {
    try fixture.store.pool.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN")
      var number: UInt64 = 1
      for row in 0..<20_000 as Range<Int64> {
        number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let who = Int((number >> 40) % 2)
        // By the hash of its token a row is anywhere among those of others.
        let order = withUnsafeBytes(of: number.bigEndian) { Data($0) }
        let mark = who == 0 ? marker : Data("ANOTHERONE".utf8)
        let hash = order + order + order.prefix(6) + mark
        let id = 1_000 + row
        try db.run(
          """
          INSERT INTO phone_session (workspace_id, id, responder_id, device_id, token_hash, created_at, expires_at,
            revoked_at) VALUES (\(fixture.workspace.id), \(id), \(people[who]), 'd', \(hash), 0, 1, 1)
          """)
        if (number >> 45) % 3 == 0 {
          try db.run("DELETE FROM phone_session WHERE workspace_id = \(fixture.workspace.id) AND id = \(id)")
        }
      }
      try db.execute(sql: "COMMIT")
    }
  }

  @Test("The person is a number at once: no name, no login, no position; others are untouched")
  func atOnce() async throws {
    let fixture = try TestStore()
    let (ana, bor) = (try fixture.phone(), try fixture.phone(name: "Bor", device: "phone-2"))
    for phone in [ana, bor] { try await phone.send([try ping(0, 1)]) }
    let before = try PersonalDataTests.rows(of: bor.id, fixture)
    try fixture.store.privacy.erase(ana.id, in: .test(fixture.workspace.id, "key:x"))
    let entry = try #require(fixture.store.boards.entry(of: ana.id, in: fixture.workspace.id))
    #expect(entry.person.name == "Erased person \(ana.id.rawValue)" && !entry.person.isActive)
    #expect(entry.position == nil && entry.live.duty == .offDuty)
    #expect(fixture.store.boards.entries(of: fixture.workspace.id).map(\.id) == [bor.id])
    #expect(fixture.store.sessions.activeCount == 1)
    try fixture.store.privacy.finishErasures()
    #expect(try PersonalDataTests.rows(of: bor.id, fixture) == before)
    #expect(try fixture.integer("SELECT count(*) FROM ping") == 1)
    #expect(try fixture.store.verify() == [])
  }

  @Test("An upload that was on its way when its sender was erased leaves nothing behind")
  func late() async throws {
    let fixture = try TestStore()
    let ana = try fixture.phone()
    try fixture.store.privacy.erase(ana.id, in: .test(fixture.workspace.id, "key:x"))
    _ = try? await ana.send([try ping(0, 1)])
    try fixture.store.privacy.finishErasures()
    #expect(try fixture.integer("SELECT count(*) FROM ping") == 0)
    #expect(fixture.store.boards.entry(of: ana.id, in: fixture.workspace.id)?.position == nil)
  }

  @Test("A server that ended in between goes on with it")
  func interrupted() async throws {
    let fixture = try TestStore()
    let ana = try fixture.phone()
    try await ana.send([try ping(0, 1)])
    try fixture.store.privacy.erase(ana.id, in: .test(fixture.workspace.id, "key:x"))
    try fixture.restart()
    #expect(try fixture.store.privacy.unfinishedErasures() == [ana.id])
    try fixture.store.privacy.finishErasures()
    #expect(try fixture.integer("SELECT count(*) FROM ping") == 0)
    #expect(try fixture.store.privacy.unfinishedErasures() == [])
    let told =
      "SELECT actor || ' ' || action || ' ' || subject FROM audit WHERE action LIKE 'responder.erase%' ORDER BY number"
    #expect(
      try fixture.texts(told) == [
        "key:x responder.erase responder \(ana.id.rawValue)",
        "rollcall responder.erased responder \(ana.id.rawValue)",
      ])
  }

  @Test("A person with an incident or an open offer is not erased")
  func busy() async throws {
    let fixture = try TestStore()
    let ana = try fixture.phone()
    try fixture.execute(
      """
      PRAGMA foreign_keys = OFF;
      INSERT INTO assignment (workspace_id, id, incident_id, responder_id, offer_id, since)
        VALUES (1, 1, 7, \(ana.id.rawValue), 1, 0);
      PRAGMA foreign_keys = ON
      """)
    let workspace = fixture.workspace.id
    #expect(
      try fixture.store.privacy.erasurePreview(of: ana.id, in: workspace).obstacle?.contains("INC-7") == true)
    #expect(throws: StoreError.self) { try fixture.store.privacy.erase(ana.id, in: .test(workspace, "m")) }
    #expect(try fixture.integer("SELECT count(*) FROM audit WHERE action = 'responder.erase'") == 0)
    try fixture.execute("UPDATE assignment SET ended_at = 1")
    try fixture.store.privacy.erase(ana.id, in: .test(workspace, "m"))
    #expect(throws: StoreError.self) { try fixture.store.privacy.erase(ana.id, in: .test(workspace, "m")) }
  }

  @Test("Texts of incidents no longer name them, and other words stay whole")
  func texts() throws {
    let fixture = try TestStore()
    let id = try fixture.store.fleet.addResponders(
      [NewResponder(name: "Anna Lee", phone: "+38640123456", externalID: "E-77")], slug: "north")[0]
    _ = try fixture.store.dispatch.open(
      IncidentOpening(
        NewIncident(
          kind: .incident, title: "Anna Lee calls", severity: .normal,
          position: try #require(Position(latitude: 46, longitude: 14)),
          notes: "Ask Anna Leeson, not Anna Lee (+38640123456, E-77).", region: nil)),
      in: .test(fixture.workspace.id, "key:x"))
    #expect(try fixture.store.privacy.erasurePreview(of: id, in: fixture.workspace.id).goes.last?.rows == 2)
    try fixture.store.privacy.erase(id, in: .test(fixture.workspace.id, "key:x"))
    let name = "Erased person \(id.rawValue)"
    #expect(
      try fixture.texts("SELECT title || '|' || notes FROM incident") == [
        "\(name) calls|Ask Anna Leeson, not \(name) (\(name), \(name))."
      ])
  }

  @Test("The place of a drill in which they were asked no longer reveals where they stood")
  func drills() async throws {
    let story = try await HoldFixture()
    for phone in [story.ana, story.bo] { _ = try story.incident(phone, from: 0, to: 1) }
    try story.fixture.execute("UPDATE incident SET is_drill = 1, lat = 46.123, lng = 14.456")
    try story.store.privacy.erase(story.ana.id, in: .test(story.workspace.id, "key:x"))
    #expect(
      try story.fixture.texts("SELECT lat || ' ' || lng FROM incident ORDER BY id") == [
        "46.12 14.46", "46.123 14.456",
      ])
  }

  @Test("An erased person is not listed, and does not come back")
  func final() throws {
    let fixture = try TestStore()
    let (ana, workspace) = (try fixture.phone(), fixture.workspace.id)
    #expect(try !fixture.store.fleet.isErased(ana.id, in: workspace))
    try fixture.store.privacy.erase(ana.id, in: .test(workspace, "m"))
    #expect(try fixture.store.fleet.isErased(ana.id, in: workspace))
    let none = StoreError.notFound("responder \(ana.id.rawValue)")
    #expect(throws: none) {
      _ = try fixture.store.phones.setResponder(
        ana.id, slug: "north", name: "Ana", phone: nil, profile: nil, region: nil, isActive: true)
    }
    #expect(throws: none) { try fixture.store.phones.setActive(true, ana.id, in: .test(workspace, "m")) }
    #expect(try fixture.texts("SELECT name FROM responder") == ["Erased person \(ana.id.rawValue)"])
  }

  @Test("What a number did wrong is forgotten with its last owner, not with one of two", arguments: [1, 2])
  func numbers(_ owners: Int) throws {
    let fixture = try TestStore()
    _ = try fixture.addWorkspace("south")
    let owner = NewResponder(name: "Ana", phone: "+38640123456")
    let ids = try ["north", "south"].prefix(owners).map { slug in
      try fixture.store.fleet.addResponders([owner], slug: slug)[0]
    }
    try fixture.store.pool.writeWithoutTransaction { db in
      try db.run(
        """
        INSERT INTO otp_number (number_hash, history, changed_at)
        VALUES (\(OTPNumberKey.of("+38640123456")), '{}', 1)
        """)
    }
    try fixture.store.privacy.erase(ids[0], in: .test(fixture.workspace.id, "m"))
    #expect(try fixture.integer("SELECT count(*) FROM otp_number") == owners - 1)
  }

  /// The marks that an erasure must take: of rows that go, and of columns that are overwritten.
  static func mustGo(_ marked: MarkedPerson) -> [MarkedPerson.Mark] {
    marked.marks.filter { mark in
      guard mark.bytes.count >= 6, let table = PersonalData.tables.first(where: { $0.name == mark.table })
      else {
        return false
      }
      // Keys of other rows are nobody's secret, and stand there, too.
      guard !mark.column.hasSuffix("_id") || mark.isText, mark.column != "id" else { return false }
      switch table.erasure {
      case .deleted: return mark.column != "scope" && mark.column != "kind"
      case .cleared(let change):
        return " \(change(.at(0)))".replacing("\n", with: " ").contains(" \(mark.column) = ")
      case .kept: return false
      }
    }
  }

  static func found(_ marks: [MarkedPerson.Mark], in fixture: TestStore) -> [String] {
    let files = bytes(of: fixture)
    return marks.filter { mark in files.contains { $0.range(of: Data(mark.bytes)) != nil } }.map(
      \.description)
  }

  /// The database and its log, as a thief of the disk would read them.
  static func bytes(of fixture: TestStore) -> [Data] {
    [fixture.path, "\(fixture.path)-wal"].compactMap { FileManager.default.contents(atPath: $0) }
  }
}
