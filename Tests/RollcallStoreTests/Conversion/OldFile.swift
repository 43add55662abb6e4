import Foundation
import Rollcall
import SQL

@testable import RollcallStore

/// A file of the layout before packed positions, made with that layout's own SQL, with random positions.
struct OldFile {
  let fixture: TestStore
  let path: String
  private var numbers: SplitMix

  /// - Parameters:
  ///   - people: how many there are, in two workspaces; the last one never sent anything.
  ///   - count: how many positions each of the others has at most.
  init(seed: UInt64, people: Int = 5, count: Int = 400) throws {
    fixture = try TestStore()
    _ = try fixture.addWorkspace("south")
    for number in 0..<people {
      _ = try fixture.phone(name: "Person \(number)", slug: number % 2 == 0 ? "north" : "south")
    }
    fixture.store.close()
    path = fixture.other("old.db")
    numbers = SplitMix(state: seed)
    try change { db in
      try db.execute(sql: Query(trusted: Self.tables))
      try db.execute(
        sql: Query(
          trusted:
            "PRAGMA application_id = \(ConnectionSettings.applicationID); PRAGMA user_version = \(OldLayout.mark)"
        ))
    }
    try copyRows()
    try fill(people: people - 1, count: count)
  }

  /// The schema's text.
  static let tables: String = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return (try? String(contentsOf: root.appending(path: "Contract/conversion/old.sql"), encoding: .utf8))
      ?? ""
  }()

  /// Runs `body` on the file's connection.
  func change(_ body: (Database) throws -> Void) throws { try Self.change(path, body) }

  /// Runs `body` on a file.
  static func change(_ path: String, _ body: (Database) throws -> Void) throws {
    var configuration = ConnectionSettings.configuration(readers: 1)
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.inDatabase(body)
    try queue.close()
  }

  private func copyRows() throws {
    try change { db in
      try db.run("ATTACH DATABASE \(fixture.path) AS today")
      let named: Query =
        "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
      for table in try db.all(named, as: String.self) {
        let shared = try db.all(
          """
          SELECT name FROM pragma_table_info(\(table), 'main')
          INTERSECT SELECT name FROM pragma_table_info(\(table), 'today')
          """, as: String.self)
        guard !shared.isEmpty else { continue }
        let (name, columns) = (Query(trusted: table), Query(trusted: shared.joined(separator: ", ")))
        try db.run("INSERT INTO main.\(name) (\(columns)) SELECT \(columns) FROM today.\(name)")
      }
      try db.run("DETACH DATABASE today")
    }
  }
}

/// Random positions.
extension OldFile {
  private static let day: Int64 = 86_400_000

  private mutating func fill(people: Int, count: Int) throws {
    var numbers = numbers
    try change { db in
      let everybody = try db.all("SELECT workspace_id, id AS responder_id FROM responder ORDER BY id") {
        try ResponderKey(row: $0)
      }
      try db.beginTransaction()
      var id: Int64 = 0
      for person in everybody.prefix(people) {
        for queue in 0..<Int64.random(in: 1...3, using: &numbers) {
          try db.run("INSERT INTO queue (responder_id, name) VALUES (\(person.id), \("queue-\(queue)"))")
        }
      }
      // In turn, as a server receives them.
      for number in 0..<count * people {
        guard let person = everybody.prefix(people).randomElement(using: &numbers) else { break }
        id += Int64.random(in: 1...2, using: &numbers)
        try Self.insert(id, sequence: Int64(number), of: person, &numbers, db)
        try Self.refer(to: id, of: person, &numbers, db)
      }
      try db.commit()
    }
    self.numbers = numbers
  }

  private static func insert(
    _ id: Int64, sequence: Int64, of person: ResponderKey, _ numbers: inout SplitMix, _ db: Database
  ) throws {
    let time = 1_794_000_000_000 + Int64.random(in: 0..<4 * day, using: &numbers)
    let isDated = Int.random(in: 0..<8, using: &numbers) > 0
    let raw = isDated ? time + (numbers.element([0, 1_500, 3 * day]) ?? 0) : nil
    let received = time + (numbers.element([0, 40, 3_600_000, 3 * day]) ?? 0)
    let (flags, mock) = (
      numbers.element([0, 0, 1, 37, 1_024]) ?? 0, Int64.random(in: 0...2, using: &numbers)
    )
    let columns: Query =
      """
      id, workspace_id, responder_id, queue_id, sequence, recorded_at_raw, effective_at, received_at, time_source, lat,
      lng, is_mock, accuracy_m, speed_mps, heading_deg, altitude_m, source, battery_level, signal_quality, visit_id,
      fix_age_s, on_duty, flags, variant, confirmed_at
      """
    // Of undated ones the number tells them apart.
    let number = isDated && Int.random(in: 0..<4, using: &numbers) == 0 ? nil : sequence
    try db.run(
      """
      INSERT INTO ping (\(columns)) VALUES (\(id), \(person.workspace), \(person.id),
        (SELECT id FROM queue WHERE responder_id = \(person.id) ORDER BY (id * \(id)) % 7 LIMIT 1), \(number), \(raw),
        \(time), \(received), \(isDated ? id % 2 : 2), \(double(-90, 90, &numbers)), \(double(-180, 180, &numbers)),
        \(mock), \(maybe(0, 500, &numbers)), \(maybe(0, 60, &numbers)), \(maybe(0, 360, &numbers)),
        \(maybe(-100, 4_000, &numbers)), \(numbers.element([nil, 0, 1, 2]) ?? nil), \(maybe(0, 1, &numbers)),
        \(numbers.element([nil, 0, 2]) ?? nil), \(numbers.element([nil, 7, 9]) ?? nil), \(maybe(0, 90, &numbers)),
        \(id % 3 == 0 ? 0 : 1), \(flags), \(numbers.element([0, 0, 1, 2]) ?? 0),
        \(id % 9 == 0 ? time + 5_000 : nil))
      """)
  }

  private static func maybe(_ low: Double, _ high: Double, _ numbers: inout SplitMix) -> Double? {
    Int.random(in: 0..<3, using: &numbers) == 0 ? nil : double(low, high, &numbers)
  }

  /// A number in a range: whole, with a few decimals, with all its bits, or at an end.
  private static func double(_ low: Double, _ high: Double, _ numbers: inout SplitMix) -> Double {
    let any = Double.random(in: low...high, using: &numbers)
    let candidates = [
      any, (any * 1e7).rounded() / 1e7, (any * 10).rounded() / 10, any.rounded(), low, high, -0.0, 0.0,
    ]
    let found =
      (candidates + [Double.leastNonzeroMagnitude, high.nextDown]).randomElement(using: &numbers) ?? any
    return min(high, max(low, found))
  }

  /// A doubt, an upload and the latest fix that name a position.
  private static func refer(
    to id: Int64, of person: ResponderKey, _ numbers: inout SplitMix, _ db: Database
  ) throws {
    let state = Int.random(in: 0...2, using: &numbers)
    try db.run(
      """
      INSERT INTO doubt (workspace_id, ping_id, flag, responder_id, effective_at, first, strength, state)
      SELECT workspace_id, id, flags, responder_id, effective_at, lat, lng, \(state) FROM ping
      WHERE id = \(id) AND flags > 0
      """)
    guard Int.random(in: 0..<4, using: &numbers) == 0 else { return }
    // Some name a position that was purged since.
    let latest = numbers.element([id, id, nil, id + 1_000_000]) ?? nil
    try db.run(
      """
      INSERT INTO upload (workspace_id, responder_id, received_at, stored, duplicates, expired, rejected,
        latest_ping_id, known_battery, adapter_device_id)
      VALUES (\(person.workspace), \(person.id), \(id), 1, 2, 3, 4, \(latest), 0.5, 1)
      """)
    try db.run(
      """
      UPDATE liveness SET (latest_ping_id, latest_effective_at, lat, lng) =
        (SELECT id, effective_at, lat, lng FROM ping WHERE id = \(id))
      WHERE \(person.rows)
      """)
  }
}
