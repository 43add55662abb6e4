import Columns
import StoreSupport
import Foundation
import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("Personal data")
struct PersonalDataTests {
  @Test("Every column of every table is classified as personal or not")
  func decided() throws {
    let fixture = try TestStore()
    let real = try fixture.store.read { db in
      try db.all(
        """
        SELECT own.name || '.' || held.name FROM sqlite_schema AS own JOIN pragma_table_info(own.name) AS held
        WHERE own.type = 'table' AND own.name NOT LIKE 'sqlite_%'
        """, as: String.self)
    }
    var listed: [String] = []
    for table in PersonalData.tables { listed += (table.told + table.untold).map { "\(table.name).\($0)" } }
    for (table, columns) in PersonalData.impersonal { listed += columns.map { "\(table).\($0)" } }
    #expect(Set(listed).count == listed.count, "a column is listed once")
    let unlisted = Set(real).subtracting(listed)
    #expect(unlisted == [], "list them in PersonalData: does it say something about a responder?")
    #expect(Set(listed).subtracting(real) == [], "they are not there any more")
  }

  @Test("An export contains every personal column of every table, as it is stored")
  func complete() throws {
    let marked = try MarkedPerson()
    let found = try Self.rows(of: marked.id, marked.fixture)
    for table in PersonalData.tables {
      for column in table.told {
        let mark = try #require(marked.mark(table.name, column))
        let expected = Self.value(mark)
        let values = (found[table.name] ?? []).compactMap { $0[column] }
        #expect(values.contains(expected), "\(mark) is not in the export")
      }
      // Uploads are told in words.
      for column in table.untold where table.name != PersonalUploads.name {
        #expect((found[table.name] ?? []).allSatisfy { $0[column] == nil }, "\(table.name).\(column) is told")
      }
    }
    #expect(found["responder"]?.count == 1)
    let pings = try #require(found["ping"])
    #expect(pings.count == 2, "one of a chunk, and one that is in none yet")
    for table in ["fresh", "chunk"] {
      let mark = MarkedPerson.ping(table)
      let ping = try #require(pings.first { $0["sequence"] == mark.sequence.map { .integer($0) } })
      #expect(Set(ping.keys) == Set(PersonalPings.told.map(\.name)))
      #expect(!ping.values.contains(.none))
      #expect(ping["effective_at"] == .instant(Timestamp(milliseconds: mark.effectiveAt)))
      #expect(ping["lat"] == .number(46.123456789) && ping["lng"] == .number(14.123456789))
    }
  }

  @Test("An export tells what phones said with uploads, packed or not, in words")
  func uploads() throws {
    let marked = try MarkedPerson()
    let found = try #require(try Self.rows(of: marked.id, marked.fixture)["upload"])
    #expect(found.count == 2, "one of a chunk, and one that is in none yet")
    let mark = MarkedPerson.upload
    let upload = try #require(found.first { $0["stored"] == .integer(11) })
    #expect(!upload.values.contains(.none))
    #expect(upload["received_at"] == .instant(Timestamp(milliseconds: mark.receivedAt)))
    #expect(upload["sent_at"] == .instant(Timestamp(milliseconds: mark.receivedAt + 2)))
    #expect(upload["permission"] == .text("denied") && upload["power_mode"] == .text("low_power"))
    #expect(upload["app_state"] == .text("background") && upload["network"] == .text("cellular"))
    #expect(upload["known_battery"] == .number(0.75) && upload["backlog"] == .integer(1))
  }

  @Test("An export of a long history is read in steps and contains each row once, and no rows of others")
  func steps() async throws {
    let fixture = try TestStore()
    let (ana, bor) = (try fixture.phone(), try fixture.phone(name: "Bor", device: "phone-2"))
    let count = PersonalExport.page * 2 + 7
    for start in stride(from: 0, to: count, by: 50) {
      let numbers = start..<min(start + 50, count)
      try await ana.send(try numbers.map { try ping(-Double($0), Int64($0)) })
    }
    try await bor.send([try ping(0, 1)])
    let found = try Self.rows(of: ana.id, fixture)
    let sequences = (found["ping"] ?? []).compactMap { $0["sequence"] }
    #expect(sequences.count == count)
    #expect(Set(sequences.map { "\($0)" }).count == count)
    #expect(found["phone_session"]?.count == 1)
  }

  @Test("Deletions during an export of rows without an id do not make it skip others")
  func deleted() throws {
    let fixture = try TestStore()
    let id = try fixture.phone().id.rawValue
    let count = PersonalExport.page * 2 + 7
    try fixture.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO rejection (workspace_id, responder_id, day, reason, count, last_at) SELECT 1, \(id), i, 'x', 1, i FROM n
      """)
    let export = try PersonalExport(of: Responder.ID(id), in: fixture.workspace.id, fixture.store)
    var days: [PersonalExport.Value] = []
    while let steps = try export.next() {
      for case .row(let values) in steps where values.contains(where: { $0.name == "reason" }) {
        days += values.filter { $0.name == "day" }.map(\.value)
      }
      if days.count == PersonalExport.page { try fixture.execute("DELETE FROM rejection WHERE day <= 10") }
    }
    #expect(days == (1...count).map { .integer(Int64($0)) })
  }

  @Test("People of another workspace, unknown ones and erased ones cannot be exported")
  func others() throws {
    let fixture = try TestStore()
    let other = try fixture.addWorkspace("south")
    let id = try fixture.phone().id
    #expect(throws: StoreError.notFound("responder \(id.rawValue)")) {
      _ = try PersonalExport(of: id, in: other.id, fixture.store)
    }
    #expect(throws: StoreError.self) {
      _ = try PersonalExport(of: Responder.ID(99), in: fixture.workspace.id, fixture.store)
    }
    try fixture.store.privacy.erase(id, in: .test(fixture.workspace.id, "key:x"))
    #expect(throws: StoreError.self) {
      _ = try PersonalExport(of: id, in: fixture.workspace.id, fixture.store)
    }
  }

  /// The rows of an export by table.
  static func rows(
    of id: Responder.ID, _ fixture: TestStore
  ) throws -> [String: [[String: PersonalExport.Value]]] {
    let export = try PersonalExport(of: id, in: fixture.workspace.id, fixture.store)
    var found: [String: [[String: PersonalExport.Value]]] = [:]
    var table = ""
    while let steps = try export.next() {
      for step in steps {
        switch step {
        case .table(let name, _): (table, found[name]) = (name, [])
        case .row(let values):
          found[table]?.append(Dictionary(values.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))
        }
      }
    }
    return found
  }

  private static func value(_ mark: MarkedPerson.Mark) -> PersonalExport.Value {
    switch mark.value {
    case .null: .none
    case .integer(let number):
      PersonalTable.isInstant(mark.column) ? .instant(Timestamp(milliseconds: number)) : .integer(number)
    case .real(let number): .number(number)
    case .text(let text): .text(text)
    case .blob(let bytes): .text(String(decoding: bytes, as: UTF8.self))
    }
  }
}
