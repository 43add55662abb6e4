import Columns
import Foundation
import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("A conversion that ends early, or that something is wrong with")
struct ConversionEndTests {
  private struct Ended: Error {}

  @Test("Ended again and again, it goes on each time and makes the same file")
  func goesOn() throws {
    let old = try OldDatabase()
    try old.fill(900, days: 9, seed: 7)
    try old.convert(slice: 50)
    let whole = try rows(of: old)
    try FileManager.default.removeItem(atPath: old.converted)
    var (runs, ended): (Int, Set<ConversionProgress.Phase>) = (0, [])
    while runs < 100 {
      runs += 1
      var steps = 0
      do {
        try old.convert(slice: 50) { progress in
          steps += 1
          let isLong = progress.phase == .comparing || progress.phase == .checking
          // What only reads is done anew each time, so it is ended once.
          if isLong ? ended.insert(progress.phase).inserted : steps > 3 { throw Ended() }
        }
        break
      } catch StoreError.unavailable {
        let refused = #expect(throws: StoreError.self) { try Store(path: old.converted) }
        #expect(refused?.said.contains("the same `rollcall convert` goes on with it") == true)
      }
    }
    #expect(runs > 10 && ended.count == 2)
    #expect(try rows(of: old) == whole)
  }

  /// Changes of a new file before it is compared, and what is said of them.
  static let faults: [(sql: String, words: String)] = [
    (
      "DELETE FROM chunk WHERE (day, part) = (SELECT day, part FROM chunk LIMIT 1)",
      "the positions of responder"
    ),
    (
      """
      INSERT INTO chunk SELECT workspace_id, day, responder_id, part + 50, first_id, last_id, first_at, last_at, raw_first,
        raw_last, undated_first, undated_last, pings, flags, data FROM chunk LIMIT 1
      """, "the positions of responder"
    ),
    ("UPDATE chunk SET workspace_id = 2 WHERE workspace_id = 1", "the positions of responder"),
    ("UPDATE responder SET name = 'Somebody' WHERE id = 1", "the table responder"),
    (
      "DELETE FROM id_counter WHERE name = 'responder'",
      "the table id_counter is not the same in both files: 5 rows became 4"
    ),
    ("UPDATE phone_session SET token_hash = zeroblob(32) WHERE id = 1", "the table phone_session"),
  ]

  @Test("What is missing, doubled or different in the new file is found", arguments: faults.indices)
  func differences(index: Int) throws {
    let (sql, words) = Self.faults[index]
    let old = try OldDatabase()
    try old.fill(200, seed: 8)
    try end(old, before: .comparing)
    try old.edit(old.converted) { try $0.execute(sql: Query(trusted: "PRAGMA foreign_keys = OFF; \(sql)")) }
    try expectRefusal(old, words)
  }

  @Test("A bit of a position that is different in the new file is found", arguments: PingColumn.allCases)
  func bit(column: PingColumn) throws {
    let old = try OldDatabase()
    try old.fill(60, days: 1, seed: 9)
    try end(old, before: .comparing)
    try old.edit(old.converted) { db in
      let data = try #require(try db.first("SELECT data FROM chunk LIMIT 1", as: [UInt8].self))
      var pings = try Chunk(data).pings().all()
      change(column, of: &pings[pings.count / 2])
      let changed = try PingColumn.encode(Rows(pings))
      try db.run("UPDATE chunk SET data = \(changed) WHERE data = \(data)")
    }
    try expectRefusal(old, "the positions of responder")
  }

  private func change(_ column: PingColumn, of ping: inout PingRow) {
    func other(_ value: Double?) -> Double { value.map { $0.nextUp } ?? 0 }
    switch column {
    case .effectiveAt: ping.effectiveAt += 1
    case .recordedAt: ping.recordedAt = (ping.recordedAt ?? 0) + 1
    case .receivedAt: ping.receivedAt += 1
    case .id: ping.id += 1
    case .flags: ping.flags ^= 1
    case .onDuty: ping.onDuty.toggle()
    case .timeSource: ping.timeSource ^= 1
    case .latitude: ping.latitude = ping.latitude.nextUp
    case .longitude: ping.longitude = -ping.longitude
    case .queue: ping.queue += 1
    case .sequence: ping.sequence = nil
    case .isMock: ping.isMock += 1
    case .variant: ping.variant += 1
    case .accuracy: ping.accuracy = other(ping.accuracy)
    case .speed: ping.speed = other(ping.speed)
    case .heading: ping.heading = other(ping.heading)
    case .altitude: ping.altitude = other(ping.altitude)
    case .source: ping.source = ping.source == nil ? 0 : nil
    case .battery: ping.battery = other(ping.battery)
    case .signal: ping.signal = ping.signal == nil ? 0 : nil
    case .visit: ping.visit = ping.visit == nil ? 0 : nil
    case .fixAge: ping.fixAge = other(ping.fixAge)
    case .confirmedAt: ping.confirmedAt = ping.confirmedAt == nil ? 0 : nil
    }
  }

  @Test("What `verify` would say of the old rows, it says of no new file: there is none")
  func verified() throws {
    let old = try OldDatabase()
    try old.edit { db in
      try db.execute(sql: "DROP TRIGGER audit_is_not_changed; UPDATE audit SET at = at + 1 WHERE number = 1")
    }
    try expectRefusal(old, "would not pass `rollcall verify`")
  }

  /// Converts until a phase begins.
  private func end(_ old: OldDatabase, before phase: ConversionProgress.Phase) throws {
    #expect(throws: StoreError.self) { try old.convert { if $0.phase == phase { throw Ended() } } }
  }

  private func expectRefusal(_ old: OldDatabase, _ words: String) throws {
    let refusal = #expect(throws: StoreError.self) { try old.convert() }
    #expect(refusal?.said.contains(words) == true, "\(refusal?.said ?? "")")
    #expect(throws: StoreError.self) { try Store(path: old.converted) }
  }

  /// Every row of the new file.
  private func rows(of old: OldDatabase) throws -> [String] {
    try old.edit(old.converted) { db in
      try OldDatabase.tables(db).flatMap { table in
        try db.all(Query(trusted: "SELECT * FROM \(table)")) { row in
          try (0..<row.count).map { OldDatabase.text(try row.cell($0)) }.joined(separator: " ")
        }.sorted() + [table]
      }
    }
  }
}
