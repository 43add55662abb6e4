import Columns
import Foundation
import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("Converting a file of the layout before packed positions")
struct ConversionTests {
  @Test("The tables of the fixture are those that the conversion knows")
  func fixtureIsTheLayout() { #expect(Schema.mark(of: OldFile.tables) == OldLayout.mark) }

  @Test(
    "Every position is there to the last bit, under its person's id, and everything else too",
    arguments: 1...3)
  func whole(seed: Int) throws {
    let old = try OldFile(seed: UInt64(seed))
    let before = try Data(contentsOf: URL(fileURLWithPath: old.path))
    let new = old.fixture.other("new.db")
    let made = try Conversion.run(old.path, to: new, leaving: 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: old.path)) == before)
    let lines = try Self.linesBefore(old.path)
    #expect(made.positions == lines.count && lines.count > 1_000)
    #expect(try Self.lines(new) == lines)
    let store = try Store(path: new)
    defer { store.close() }
    #expect(try store.verify() == [])
    try store.read { db in
      // What names a position names the same one.
      let doubts = try db.first("SELECT count(*) FROM doubt", as: Int.self)
      #expect(
        try doubts ?? 0 > 100
          && Self.found(in: db, "SELECT ping_id, effective_at, responder_id FROM doubt") == doubts)
      let latest: Query =
        "SELECT latest_ping_id, latest_effective_at, responder_id FROM liveness WHERE latest_ping_id > 0"
      #expect(try Self.found(in: db, latest) == 4)
      let uploads: Query =
        "SELECT latest_ping_id, latest_effective_at, responder_id FROM upload WHERE latest_ping_id > 0"
      let told = try Self.found(in: db, uploads)
      #expect(try told > 50 && db.first("SELECT count(*) FROM upload WHERE latest_ping_id > 0") == told)
    }
  }

  @Test("New positions get ids of their own, behind the old ones")
  func goesOn() async throws {
    let old = try OldFile(seed: 4, people: 3)
    let new = old.fixture.other("new.db")
    _ = try Conversion.run(old.path, to: new, leaving: 0)
    let last = try #require(try Self.ids(new).max())
    try FileManager.default.removeItem(atPath: old.fixture.path)
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: old.fixture.path + suffix) }
    try FileManager.default.moveItem(atPath: new, toPath: old.fixture.path)
    try old.fixture.restart()
    let phone = TestPhone(old.fixture, try old.fixture.login(Track.person(ofPing: last), device: "phone-2"))
    let answer = try await phone.send([ping(1, 1_800_000_000)], at: 1_800_000_000)
    #expect(answer.stored == 1)
    #expect(try old.fixture.pings().map(\.ping.id).max() ?? 0 > last)
    #expect(try old.fixture.store.verify() == [])
  }

  @Test("Broken off after any transaction, it goes on and makes the same file")
  func resumes() throws {
    let old = try OldFile(seed: 5)
    let (new, half) = (old.fixture.other("new.db"), old.fixture.other("half.db"))
    var copies = 0
    _ = try Conversion.run(old.path, to: new, leaving: 0) { _ in
      copies += 1
      try? FileManager.default.copyItem(atPath: new, toPath: half + "\(copies)")
    }
    #expect(copies > 6)
    let whole = try Self.everything(new)
    for copy in 1...copies {
      _ = try Conversion.run(old.path, to: half + "\(copy)", leaving: 0)
      #expect(try Self.everything(half + "\(copy)") == whole, "after \(copy)")
    }
  }

  @Test(
    "What differs in the new file is found before it is called done",
    arguments: [
      ("one bit of a number", "the positions of responder"),
      ("a chunk is missing", "the positions of responder"),
      ("a chunk is there twice", "the positions of responder"),
      ("a chunk is another person's", "the positions of"),
      ("a name", "the table responder is not the same"),
      ("a row is missing", "the table doubt is not the same"),
      ("an answer", "the table upload is not the same"),
    ])
  func compared(_ damage: String, _ words: String) throws {
    let old = try OldFile(seed: 6)
    let (new, half) = (old.fixture.other("new.db"), old.fixture.other("half.db"))
    _ = try Conversion.run(old.path, to: new, leaving: 0) { progress in
      guard progress.phase == .comparing, progress.done == 0 else { return }
      try? FileManager.default.copyItem(atPath: new, toPath: half)
    }
    try OldFile.change(half) { try Self.damage($0, damage) }
    let error = #expect(throws: StoreError.self) { try Conversion.run(old.path, to: half, leaving: 0) }
    guard case .invalid(let told) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(told.hasPrefix(words))
    // Nobody takes it for whole.
    #expect(throws: StoreError.self) { try Store(path: half) }
  }

  private static func damage(_ db: Database, _ damage: String) throws {
    switch damage {
    case "one bit of a number":
      let (person, data) = try #require(
        try db.first("SELECT responder_id, data FROM chunk WHERE pings > 3") {
          (try $0.whole(0), try $0[1] as [UInt8])
        })
      var pings = try Track.rows(data, of: person).all()
      pings[2].latitude = pings[2].latitude.nextUp
      try db.run("UPDATE chunk SET data = \(try PingColumn.encode(Rows(pings))) WHERE data = \(data)")
    case "a chunk is missing": try db.run("DELETE FROM chunk WHERE part = 2")
    case "a chunk is there twice":
      try db.execute(
        sql: """
          CREATE TEMP TABLE twice AS SELECT * FROM chunk LIMIT 1;
          UPDATE twice SET part = 1000;
          INSERT INTO chunk SELECT * FROM twice
          """)
    case "a chunk is another person's":
      try db.run(
        """
        UPDATE chunk SET part = 1000, responder_id = (SELECT max(responder_id) FROM chunk AS others
          WHERE others.workspace_id = chunk.workspace_id)
        WHERE (workspace_id, day, responder_id) = (SELECT workspace_id, day, responder_id FROM chunk LIMIT 1)
          AND part = 1
        """)
    case "a name": try db.run("UPDATE responder SET name = name || '.' WHERE id = 1")
    case "a row is missing": try db.run("DELETE FROM doubt WHERE ping_id = (SELECT max(ping_id) FROM doubt)")
    default: try db.run("UPDATE upload SET duplicates = 1 WHERE id = 3")
    }
  }

  /// How many rows of a query name a position of that time and person.
  private static func found(in db: Database, _ query: Query) throws -> Int {
    var places: Set<[Int64]> = []
    for person in try db.all("SELECT id FROM responder", as: Responder.ID.self) {
      try db.track.walk(person, in: RowPlace.first...RowPlace.last, .all) { rows, row in
        places.insert([rows.integer(.id, row) ?? 0, rows.integer(.effectiveAt, row) ?? 0, person.rawValue])
        return true
      }
    }
    return try db.all(query) { [try $0.whole(0), try $0.whole(1), try $0.whole(2)] }.count {
      places.contains($0)
    }
  }

  private static func ids(_ path: String) throws -> [Int64] {
    var found: [Int64] = []
    try OldFile.change(path) { db in
      try db.each("SELECT responder_id, data FROM chunk") { row in
        found += try Track.rows(try row[1], of: try row.whole(0)).all().map(\.id)
      }
    }
    return found
  }

  /// The positions of an old file, each with its person and all that it holds.
  private static func linesBefore(_ path: String) throws -> [String] {
    var lines: [String] = []
    try OldFile.change(path) { db in
      try db.each("SELECT * FROM ping") { row in
        let person: Int64 = try row["responder_id"]
        let (integers, doubles) = try (
          [
            "effective_at", "recorded_at_raw", "received_at", "flags", "on_duty", "time_source", "queue_id",
            "sequence",
            "is_mock", "variant", "source", "signal_quality", "visit_id", "confirmed_at",
          ].map { try row[$0] as Int64? },
          [
            "lat", "lng", "accuracy_m", "speed_mps", "heading_deg", "altitude_m", "battery_level",
            "fix_age_s",
          ]
          .map { try row[$0] as Double? }
        )
        lines.append(line(person, person << 32 + (try row["id"] as Int64), integers, doubles))
      }
    }
    return lines.sorted()
  }

  /// The same of a new one.
  private static func lines(_ path: String) throws -> [String] {
    var lines: [String] = []
    try OldFile.change(path) { db in
      try db.each("SELECT responder_id, data FROM chunk") { row in
        let person = try row.whole(0)
        for ping in try Track.rows(try row[1], of: person).all() {
          lines.append(
            line(
              person, ping.id,
              [
                ping.effectiveAt, ping.recordedAt, ping.receivedAt, ping.flags, ping.onDuty ? 1 : 0,
                ping.timeSource,
                ping.queue, ping.sequence, ping.isMock, ping.variant, ping.source, ping.signal, ping.visit,
                ping.confirmedAt,
              ],
              [
                ping.latitude, ping.longitude, ping.accuracy, ping.speed, ping.heading, ping.altitude,
                ping.battery,
                ping.fixAge,
              ]))
        }
      }
    }
    return lines.sorted()
  }

  private static func line(_ person: Int64, _ id: Int64, _ integers: [Int64?], _ doubles: [Double?]) -> String
  {
    "\(person) \(id) \(integers) \(doubles.map { $0?.bitPattern })"
  }

  /// All rows of all tables, by table.
  static func everything(_ path: String) throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    try OldFile.change(path) { db in
      for table in try db.all("SELECT name FROM sqlite_schema WHERE type = 'table'", as: String.self) {
        found[table] = try db.all("SELECT * FROM \(Query(trusted: table))") { row in
          try (0..<row.count).map { index in
            let cell = try row.cell(index)
            return cell.text ?? cell.bytes.map { "\($0)" } ?? cell.integer.map { "\($0)" }
              ?? "\(cell.number as Any)"
          }.joined(separator: "|")
        }.sorted()
      }
    }
    return found
  }
}
