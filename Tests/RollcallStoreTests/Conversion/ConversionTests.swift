import Columns
import Foundation
import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("A database of the layout before packed positions is converted")
struct ConversionTests {
  @Test("The known mark is that of the tables which that build made")
  func mark() throws {
    #expect(Schema.mark(of: try OldDatabase.schema()) == OldLayout.mark)
  }

  @Test(
    "Every position is there to the last bit, with its person's id in its own",
    arguments: [(1, 700, 5), (2, 3_000, 1), (3, 9_000, 40), (4, 6_000, 1)])
  func positions(seed: UInt64, count: Int, days: Int64) throws {
    let old = try OldDatabase()
    try old.fill(count, days: days, seed: seed)
    let made = try old.convert(slice: 500)
    let expected = try old.positions()
    #expect(made.positions == Int64(expected.count))
    #expect(try converted(old) == expected.sorted())
    let store = try Store(path: old.converted)
    #expect(try store.verify() == [])
    store.close()
  }

  @Test("More positions on one day than a chunk may have rows are all there")
  func crowdedDay() throws {
    let old = try OldDatabase()
    let person = old.people[0]
    try old.edit { db in
      try db.run(
        """
        WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 8192)
        INSERT INTO ping (id, workspace_id, responder_id, queue_id, sequence, recorded_at_raw, effective_at, received_at,
          time_source, lat, lng, is_mock, on_duty, flags, variant)
        SELECT n, \(person.workspace), \(person.id), (SELECT min(id) FROM queue WHERE responder_id = \(person.id)), n,
          1800000000000 + n, 1800000000000 + n, 1800000000000 + n, 0, 46 + n / 1e7, 14, 0, 1, 0, 0 FROM number
        """)
    }
    try old.convert()
    #expect(try converted(old) == old.positions().sorted())
    let sizes = try old.edit(old.converted) { try $0.all("SELECT length(data) FROM chunk", as: Int.self) }
    #expect(sizes.allSatisfy { $0 <= TrackWrites.chunkSize })
  }

  @Test("What refers to a position refers to the same one; what was shown of one that is gone is not shown")
  func references() throws {
    let old = try OldDatabase()
    try old.fill(300, seed: 5)
    let person = old.people[1]
    let id = person.id.rawValue << 32
    try old.edit { db in
      let ping = try db.first("SELECT max(id) FROM ping WHERE responder_id = \(person.id)", as: Int64.self)
      for latest in [ping, 5_000, nil] {
        try db.run(
          """
          INSERT INTO upload (workspace_id, responder_id, received_at, stored, duplicates, expired, rejected,
            latest_ping_id, adapter_device_id)
          VALUES (\(person.workspace), \(person.id), 1, 1, 0, 0, 0, \(latest), 1)
          """)
      }
      try db.run(
        """
        INSERT INTO doubt (workspace_id, ping_id, flag, responder_id, effective_at, strength)
        SELECT workspace_id, id, 2, responder_id, effective_at, 1 FROM ping WHERE id = \(ping)
        """)
      try db.run(
        """
        UPDATE liveness SET latest_ping_id = \(ping), latest_effective_at = 9, lat = 46, lng = 14
        WHERE responder_id = \(person.id)
        """)
    }
    try old.convert()
    let latest = try old.edit { db in
      try db.first("SELECT max(id), effective_at FROM ping WHERE responder_id = \(person.id)") { row in
        "\(id + (try row.whole(0))) \(try row.whole(1))"
      }
    }
    try old.edit(old.converted) { db in
      let uploads = try TestStore.uploads(of: person.id, db)
      #expect(
        uploads.map { row in row.latestPing.map { "\($0) \(row.latestEffectiveAt ?? 0)" } } == [
          latest, nil, nil,
        ])
      #expect(uploads.map(\.number) == [1, 2, 3])
      let doubt = try db.first("SELECT ping_id, effective_at FROM doubt") {
        "\(try $0.whole(0)) \(try $0.whole(1))"
      }
      #expect(doubt == latest)
      let board = try db.first("SELECT latest_ping_id, pings FROM liveness WHERE responder_id = \(person.id)")
      {
        (try $0.whole(0), try $0.whole(1))
      }
      #expect(latest?.hasPrefix("\(board?.0 ?? 0) ") == true)
      // The gone one had the highest id of all: no new position may get it again.
      #expect(board?.1 == 5_000)
    }
  }

  @Test("Every other row is there as it was, and the audit is whole")
  func others() throws {
    let old = try OldDatabase()
    try old.edit { db in
      // Asked one after the other, which today is all at once.
      try db.run(
        """
        INSERT INTO incident (id, workspace_id, title, kind, severity, lat, lng, state, state_since, mode, opened_at,
          opened_by)
        VALUES (1, 1, 'Fire', 'incident', 'high', 46, 14, 'open', 1, 'order', 1, 'test')
        """)
      try db.run("INSERT INTO id_counter (name, last) VALUES ('incident', 1)")
    }
    try old.convert(slice: 1)
    let before = try rows(old, old.path)
    let after = try rows(old, old.converted)
    #expect(before.count > 60 && before.values.filter { !$0.isEmpty }.count > 10)
    for (table, found) in before { #expect(after[table] == found, "\(table)") }
    let mode = try old.edit(old.converted) { try $0.first("SELECT mode FROM incident", as: String.self) }
    #expect(mode == "parallel")
    let store = try Store(path: old.converted)
    #expect(try store.verify() == [])
    store.close()
  }

  /// The rows of each table, of the columns that the old file has and that are not made anew.
  private func rows(_ old: OldDatabase, _ path: String) throws -> [String: [String]] {
    let columns = try old.edit { db in
      try OldDatabase.tables(db).filter { !OldLayout.left.contains($0) }.map { table in
        (table, try OldDatabase.columns(of: table, db).filter { $0 != "mode" })
      }
    }
    return try old.edit(path) { db in
      var found: [String: [String]] = [:]
      for (table, names) in columns {
        let query = "SELECT \(names.joined(separator: ", ")) FROM \(table)"
        found[table] = try db.all(Query(trusted: query)) { row in
          try (0..<row.count).map { OldDatabase.text(try row.cell($0)) }.joined(separator: " ")
        }.sorted()
      }
      return found
    }
  }

  private func converted(_ old: OldDatabase) throws -> [String] {
    let store = try Store(path: old.converted)
    defer { store.close() }
    return try store.read { db in
      try old.people.flatMap { person in
        var found: [String] = []
        try db.track.walk(person.id, in: RowPlace.first...RowPlace.last, .all) { rows, row in
          found += rows.picked([row]).all().map { text($0, of: person.id) }
          return true
        }
        return found
      }.sorted()
    }
  }

  private func text(_ ping: PingRow, of person: Responder.ID) -> String {
    func whole(_ value: Int64?) -> String { value.map { "\($0)" } ?? "-" }
    func number(_ value: Double?) -> String { value.map { "#" + String($0.bitPattern, radix: 16) } ?? "-" }
    return [
      "\(person.rawValue)", "\(ping.id):", whole(ping.effectiveAt), whole(ping.recordedAt),
      whole(ping.receivedAt), whole(ping.flags), ping.onDuty ? "1" : "0", whole(ping.timeSource),
      number(ping.latitude), number(ping.longitude), whole(ping.queue), whole(ping.sequence),
      whole(ping.isMock), whole(ping.variant), number(ping.accuracy), number(ping.speed),
      number(ping.heading),
      number(ping.altitude), whole(ping.source), number(ping.battery), whole(ping.signal), whole(ping.visit),
      number(ping.fixAge), whole(ping.confirmedAt),
    ].joined(separator: " ")
  }
}
