import Foundation
import Rollcall
import SQL

@testable import RollcallStore

/// A database of the layout before packed positions, with the rows of a test's store and positions made up.
struct OldDatabase {
  let fixture: TestStore
  let people: [ResponderKey]
  private let queues: [Responder.ID: [Int64]]

  /// The file.
  var path: String { fixture.folder.appendingPathComponent("old.db").path }
  /// The file that a conversion writes.
  var converted: String { fixture.folder.appendingPathComponent("new.db").path }

  /// Makes the file with people of two workspaces, and no positions.
  init() throws {
    fixture = try TestStore()
    _ = try fixture.addWorkspace("south")
    for (slug, count) in [("north", 3), ("south", 2)] {
      let new = (1...count).map { NewResponder(name: "Person \($0)", profile: "family") }
      for id in try fixture.store.fleet.addResponders(new, slug: slug) {
        _ = try fixture.login(id, device: "phone", slug: slug)
      }
    }
    fixture.store.close()
    let (today, old) = (fixture.path, fixture.folder.appendingPathComponent("old.db").path)
    let queue = try DatabaseQueue(path: old, configuration: ConnectionSettings.configuration(readers: 1))
    (people, queues) = try queue.inDatabase { db in
      try db.execute(sql: Query(trusted: try Self.schema()))
      try db.execute(
        sql: Query(
          trusted: """
            PRAGMA user_version = \(OldLayout.mark); PRAGMA application_id = \(ConnectionSettings.applicationID)
            """))
      try db.attach(readingOnly: today, as: "today")
      for table in try Self.tables(db) where table != "ping" {
        let columns = try Self.columns(of: table, db).filter {
          try Self.columns(of: table, in: "today", db).contains($0)
        }
        let names = Query(trusted: columns.joined(separator: ", "))
        let name = Query(trusted: table)
        try db.run("INSERT INTO main.\(name) (\(names)) SELECT \(names) FROM today.\(name)")
      }
      try db.run("DETACH DATABASE today")
      let people = try db.all("SELECT workspace_id, id AS responder_id FROM responder ORDER BY id") {
        try ResponderKey(row: $0)
      }
      var queues: [Responder.ID: [Int64]] = [:]
      for person in people {
        for name in ["phone", "other"] {
          let id: Int64 = try db.inserted(
            "INSERT INTO queue (responder_id, name) VALUES (\(person.id), \(name)) RETURNING id")
          queues[person.id, default: []].append(id)
        }
      }
      return (people, queues)
    }
    try queue.close()
  }

  /// The statements that the earlier build made its tables with.
  static func schema() throws -> String {
    let file = URL(filePath: #filePath).appending(path: "../../../Contract/conversion/old.sql").standardized
    return try String(contentsOf: file, encoding: .utf8)
  }

  static func tables(_ db: Database) throws -> [String] {
    try db.all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY rowid"
    )
  }

  static func columns(of table: String, in file: String = "main", _ db: Database) throws -> [String] {
    try db.all("SELECT name FROM pragma_table_info(\(table), \(file)) ORDER BY cid")
  }

  /// Works on one of the two files.
  @discardableResult
  func edit<Result>(_ path: String? = nil, _ body: (Database) throws -> Result) throws -> Result {
    let queue = try DatabaseQueue(path: path ?? self.path)
    let result = try queue.inDatabase(body)
    try queue.close()
    return result
  }

  /// Converts it.
  @discardableResult
  func convert(
    slice: Int64 = 20_000, leaving leastFree: UInt64 = 0,
    tell: @escaping (ConversionProgress) throws -> Void = { _ in }
  ) throws -> Conversion {
    var options = Conversion.Options()
    (options.slice, options.leastFree, options.tell) = (slice, leastFree, tell)
    return try Conversion.run(path, to: converted, options: options)
  }
}

extension OldDatabase {
  /// Adds positions of every nature: of everybody, many days and two queues, late, undated, in conflict, and with doubles of
  /// which no bit may change.
  func fill(_ count: Int, days: Int64 = 5, seed: UInt64) throws {
    var numbers = SplitMix(state: seed)
    try edit { db in
      for number in 1...Int64(count) {
        guard let person = people.randomElement(using: &numbers),
          let queue = queues[person.id]?.randomElement(using: &numbers)
        else { return }
        let received = 1_800_000_000_000 + number * (days * 86_400_000 / Int64(count))
        let isLate = Int.random(in: 0..<8, using: &numbers) == 0
        let effective = received - Int64.random(in: 0...(isLate ? 2 * 86_400_000 : 60_000), using: &numbers)
        let raw = Bool.random(using: &numbers) ? effective + 7 : nil
        func maybe(_ range: ClosedRange<Double>) -> Double? { Self.double(range, &numbers) }
        try db.run(
          """
          INSERT INTO ping VALUES (\(number * 3), \(person.workspace), \(person.id), \(queue), \(number), \(raw),
            \(effective), \(received), \(raw == nil ? 2 : 1), \(maybe(-90...90) ?? -0.0), \(maybe(-180...180) ?? -0.0),
            \(number % 3), \(maybe(-1e9...1e9)), \(maybe(0...99)), \(maybe(0...360)), \(maybe(-500...9_000)),
            \(Int64.random(in: 0...2, using: &numbers)), \(maybe(0...1)), NULL, \(number % 5 == 0 ? number : nil),
            \(maybe(0...900)), \(number % 2), \(number % 7 == 0 ? 64 : 0), 0, \(number % 9 == 0 ? effective + 1 : nil))
          """)
        guard number % 10 == 0 else { continue }
        // Another content under the same identity.
        try db.run(
          """
          INSERT INTO ping SELECT id + 1, workspace_id, responder_id, queue_id, sequence, recorded_at_raw, effective_at,
            received_at, time_source, -lat, lng, is_mock, accuracy_m, speed_mps, heading_deg, altitude_m, source,
            battery_level, signal_quality, visit_id, fix_age_s, on_duty, 128, 1, NULL FROM ping WHERE id = \(number * 3)
          """)
      }
    }
  }

  private static func double(_ range: ClosedRange<Double>, _ numbers: inout SplitMix) -> Double? {
    switch Int.random(in: 0..<6, using: &numbers) {
    case 0: nil
    case 1: range.contains(-0.0) ? -0.0 : 0
    case 2: range.contains(.leastNonzeroMagnitude) ? .leastNonzeroMagnitude : range.lowerBound
    case 3: (Double.random(in: range, using: &numbers) * 10).rounded(.towardZero) / 10
    default: Double.random(in: range, using: &numbers)
    }
  }

  /// Every position as text, to the last bit, with its new id.
  func positions() throws -> [String] {
    try edit { db in
      try db.all("SELECT \(OldLayout.columns), responder_id FROM ping ORDER BY id") { row in
        let person: Responder.ID = try row["responder_id"]
        let id = try row.whole(0)
        return try Self.text(person, id, columns: (1..<23).map { try Self.text(row.cell($0)) })
      }
    }
  }

  private static func text(_ person: Responder.ID, _ id: Int64, columns: [String]) -> String {
    "\(person.rawValue) \(person.rawValue << 32 + id): " + columns.joined(separator: " ")
  }

  /// What a column holds, a number by its bits.
  static func text(_ cell: Cell) -> String {
    if let integer = cell.integer { return "\(integer)" }
    if let number = cell.number { return "#" + String(number.bitPattern, radix: 16) }
    if let bytes = cell.bytes { return "\(bytes)" }
    return cell.text.map { "'\($0)'" } ?? "-"
  }
}

extension StoreError {
  /// Its words.
  var said: String {
    switch self {
    case .notFound(let words): "not found: \(words)"
    case .invalid(let words), .conflict(let words), .unavailable(let words): words
    case .keyReused: ""
    }
  }
}
