import Columns
import Rollcall
import SQL

@testable import RollcallStore

/// The stored pings as a table, for tests that ask with SQL, and pings written by hand.
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

  /// Runs `body` where `ping` is a table of all stored pings. It belongs to the writer's connection alone.
  func withPingTable<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try store.pool.writeWithoutTransaction { db in
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
      let result = Swift.Result { try body(db) }
      try db.execute(sql: "DROP TABLE temp.ping")
      return try result.get()
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
