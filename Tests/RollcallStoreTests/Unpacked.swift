import Columns
import Rollcall
import SQL

@testable import RollcallStore

/// The stored pings and uploads as tables, for tests that ask with SQL, and some written by hand.
extension TestStore {
  /// Every stored ping.
  func pings() throws -> [(person: Responder.ID, ping: PingRow)] {
    try store.read { db in try Self.pings(db) }
  }

  private static func pings(_ db: Database) throws -> [(person: Responder.ID, ping: PingRow)] {
    var found: [(Responder.ID, PingRow)] = []
    for person in try db.all("SELECT id FROM responder ORDER BY id", as: Responder.ID.self) {
      try db.track.walk(person, in: RowPlace.first...RowPlace.last, .all) { rows, row in
        found += rows.picked([row]).all().map { (person, $0) }
        return true
      }
    }
    return found
  }

  /// Runs `body` where `ping` and `upload` are tables of all stored ones. They belong to the writer's connection alone.
  func withUnpacked<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try store.pool.writeWithoutTransaction { db in
      try Self.makePings(db)
      try Self.makeUploads(db)
      let result = Swift.Result { try body(db) }
      try db.execute(sql: "DROP TABLE temp.ping; DROP TABLE temp.upload")
      return try result.get()
    }
  }

  private static func makePings(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TEMP TABLE ping (id, workspace_id, responder_id, queue_id, sequence, recorded_at_raw, effective_at,
          received_at, time_source, lat, lng, is_mock, speed_mps, battery_level, on_duty, flags, variant, confirmed_at)
        """)
    for (person, ping) in try Self.pings(db) {
      try db.run(
        """
        INSERT INTO temp.ping VALUES (\(ping.id), (SELECT workspace_id FROM responder WHERE id = \(person)), \(person),
          \(ping.queue), \(ping.sequence), \(ping.recordedAt), \(ping.effectiveAt), \(ping.receivedAt),
          \(ping.timeSource), \(ping.latitude), \(ping.longitude), \(ping.isMock), \(ping.speed), \(ping.battery),
          \(ping.onDuty), \(ping.flags), \(ping.variant), \(ping.confirmedAt))
        """)
    }
  }

  private static func makeUploads(_ db: Database) throws {
    // Not before they are read: the table hides the one of that name.
    let uploads = try db.all("SELECT id FROM responder ORDER BY id", as: Responder.ID.self).map { person in
      (person, try Self.uploads(of: person, db))
    }
    try db.execute(
      sql: """
        CREATE TEMP TABLE upload (workspace_id, responder_id, number, received_at, sent_at, session_id, stored,
          duplicates, expired, rejected, latest_ping_id, latest_effective_at)
        """)
    for (person, rows) in uploads {
      for row in rows {
        try db.run(
          """
          INSERT INTO temp.upload VALUES ((SELECT workspace_id FROM responder WHERE id = \(person)), \(person),
            \(row.number), \(row.receivedAt), \(row.sentAt), \(row.session), \(row.stored), \(row.duplicates),
            \(row.expired), \(row.rejected), \(row.latestPing), \(row.latestEffectiveAt))
          """)
      }
    }
  }

  /// Every stored upload of a person.
  static func uploads(of person: Responder.ID, _ db: Database) throws -> [UploadRow] {
    var found: [UploadRow] = []
    try db.track.walkUploads(person, in: RowPlace.first...RowPlace.last, .all) { rows, row in
      found += rows.picked([row]).all()
      return true
    }
    return found
  }

  /// Stores uploads of somebody's login as if they had come at these times, each with one ping.
  func store(uploads times: [Int64], of phone: TestPhone) throws {
    try store.write { transaction in
      var state = try transaction.liveness.state(of: phone.id, in: phone.session.workspace)
      for time in times {
        state.uploads += 1
        var row = UploadRow()
        (row.receivedAt, row.number, row.stored) = (time, state.uploads, 1)
        row.session = phone.session.id.rawValue
        try transaction.track.store(row, of: state.key)
      }
      _ = try transaction.liveness.store(state)
    }
  }

  /// Stores pings of somebody's first queue as if they had come at the time at which they were taken; their ids.
  @discardableResult
  func store(_ pings: [(at: Int64, sequence: Int64)], of phone: TestPhone) throws -> [Int64] {
    try store.write { transaction in
      var state = try transaction.liveness.state(of: phone.id, in: phone.session.workspace)
      let queue: Int64 =
        try transaction.db.first("SELECT min(id) FROM queue WHERE responder_id = \(phone.id)") ?? 0
      var ids: [Int64] = []
      for pings in stride(from: 0, to: pings.count, by: 50).map({ pings[$0..<min($0 + 50, pings.count)] }) {
        let rows = try pings.map { at, sequence in
          var row = PingRow()
          (row.effectiveAt, row.recordedAt, row.receivedAt) = (at, at, at)
          (row.id, row.queue, row.sequence) = (try state.nextPingID(), queue, sequence)
          (row.latitude, row.longitude, row.onDuty) = (46, 14, true)
          return row
        }
        try transaction.track.store(rows, of: state.key)
        ids += rows.map(\.id)
      }
      _ = try transaction.liveness.store(state)
      return ids
    }
  }
}
