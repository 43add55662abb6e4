import StoreSupport
import Seeds
import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("In any history: expired data without a hold is deleted, and nothing else")
struct HoldPropertyTests {
  /// Tables whose rows go by themselves, with their instant and whether they are reports.
  private static let plain = [
    ("ping", "effective_at", true), ("upload", "received_at", true), ("device_event", "effective_at", true),
    ("doubt", "effective_at", true), ("crossing", "effective_at", true), ("denial", "at", false),
    ("rejection", "last_at", false),
  ]
  private static let inForce = ["transition", "duty_change", "rule_change"]

  @Test("Random histories, holds, releases and purges", arguments: Seeds.some(40))
  func random(seed: UInt64) async throws {
    let story = try await HoldFixture()
    var random = SplitMix(state: seed)
    var number = 0
    var holds: [Hold.ID] = []
    var now = 0.0
    for _ in 0..<8 {
      for _ in 0..<Int.random(in: 4...12, using: &random) {
        number += 1
        let phone = Bool.random(using: &random) ? story.ana : story.bo
        let age = Double.random(in: 0...(Bool.random(using: &random) ? 15 : 420), using: &random)
        try story.insert(phone, at: Timestamp.at(now - age * HoldFixture.day).milliseconds, number: number)
      }
      for _ in 0..<Int.random(in: 0...3, using: &random) { try incident(story, now, &random) }
      holds += try hold(story, now, &random)
      if !holds.isEmpty, Int.random(in: 0..<3, using: &random) == 0 {
        let released = holds.remove(at: Int.random(in: 0..<holds.count, using: &random))
        try? story.store.retention.releaseHold(
          released, note: "over", in: .test(story.workspace.id, HoldFixture.actor))
      }
      now += Double.random(in: 0...(3 * HoldFixture.day), using: &random)
      story.fixture.clock.set(now)
      let expected = try expected(story)
      let ahead = try story.store.retention.retentionPreview(of: story.workspace.id, days: 10)
      let taken = try story.purge(rows: Int.random(in: 3...60, using: &random)).taken
      #expect(
        [ahead.pings, ahead.uploads, ahead.deviceEvents, ahead.logRows]
          == [taken.pings, taken.uploads, taken.deviceEvents, taken.logRows], "seed \(seed)")
      #expect(try present(story) == expected, "seed \(seed)")
      let again = try story.purge()
      #expect(again.taken == PurgeCounts(), "a purge after a purge takes nothing")
    }
    #expect(try story.store.verify() == [])
  }

  /// A hold on a span or on an incident, now and then with an end.
  private func hold(_ story: HoldFixture, _ now: Double, _ random: inout SplitMix) throws -> [Hold.ID] {
    let phone = Bool.random(using: &random) ? story.ana : story.bo
    let from = now - Double.random(in: 0...430, using: &random) * HoldFixture.day
    let to = from + Double.random(in: 0.1...40, using: &random) * HoldFixture.day
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return []
    case 1:
      let incident = try story.incident(
        phone, from: Timestamp.at(from).milliseconds,
        to: Bool.random(using: &random) ? Timestamp.at(min(to, now)).milliseconds : nil)
      return [
        try story.store.retention.addHold(
          NewHold(.incident(incident), reason: "an inquest"), in: .test(story.workspace.id, HoldFixture.actor)
        )
      ]
    default:
      let until = Bool.random(using: &random) ? now + 4 * HoldFixture.day : nil
      return [try story.hold(phone, from, to, until: until)]
    }
  }

  /// A closed incident that somebody was asked about as it was opened.
  private func incident(_ story: HoldFixture, _ now: Double, _ random: inout SplitMix) throws {
    let phone = Bool.random(using: &random) ? story.ana : story.bo
    let from = now - Double.random(in: 370...440, using: &random) * HoldFixture.day
    _ = try story.incident(
      phone, from: Timestamp.at(from).milliseconds, to: Timestamp.at(from + 600).milliseconds)
  }

  private struct Rows: Equatable {
    var rows: [String: [String]] = [:]
  }

  private func present(_ story: HoldFixture) throws -> Rows {
    var found = Rows()
    for (table, time) in Self.plain.map({ ($0.0, $0.1) }) + Self.inForce.map({ ($0, "at") }) + [
      ("silence", "to_at")
    ] {
      found.rows[table] = try story.fixture.texts(
        "SELECT responder_id || ' ' || \(time) FROM \(table) ORDER BY responder_id, \(time)")
    }
    found.rows["incident"] = try story.fixture.texts("SELECT id FROM incident ORDER BY id")
    return found
  }

  /// What must be left, told in the plainest way: row by row.
  private func expected(_ story: HoldFixture) throws -> Rows {
    let now = story.fixture.clock.now
    let (reports, log) = (
      now.advanced(by: -10 * 86_400_000).milliseconds, now.advanced(by: -400 * 86_400_000).milliseconds
    )
    let held = try spans(story, now)
    func isHeld(_ person: Int64, _ from: Int64, _ to: Int64) -> Bool {
      held.contains { $0.person == person && from < $0.to && to >= $0.from }
    }
    var found = Rows()
    for (table, time, isReport) in Self.plain {
      found.rows[table] = try rows(table, time, story).filter { person, at, _ in
        at >= (isReport ? reports : log) || isHeld(person, at, at)
      }.map { "\($0.0) \($0.1)" }
    }
    found.rows["silence"] = try rows("silence", "to_at", from: "from_at", story).filter { person, to, from in
      to >= log || isHeld(person, from, to)
    }.map { "\($0.0) \($0.1)" }
    for table in Self.inForce {
      let all = try rows(table, "at", story)
      found.rows[table] = all.filter { person, at, _ in
        if at >= log || isHeld(person, at, at) { return true }
        let next = held.filter { $0.person == person && $0.from > at }.map(\.from).min() ?? .max
        // It was in force when what is kept began.
        return !all.contains { $0.0 == person && $0.1 > at && $0.1 < min(next, log) }
      }.map { "\($0.0) \($0.1)" }
    }
    let subjects = try story.store.retention.holds(of: story.workspace.id).filter { $0.isInForce(at: now) }
      .map(\.subject)
    found.rows["incident"] = try incidents(story).filter { incident in
      incident.opened >= log || incident.closed >= log || subjects.contains(.incident(incident.id))
        || isHeld(incident.person, incident.opened, incident.opened)
    }.map { "\($0.id.rawValue)" }
    return found
  }

  /// The incidents, and who was asked about each as it was opened.
  private func incidents(
    _ story: HoldFixture
  ) throws -> [(id: Incident.ID, opened: Int64, closed: Int64, person: Int64)] {
    try story.store.read { db in
      try db.all(
        """
        SELECT incident.id, opened_at, coalesce(closed_at, \(Int64.max)) AS closed_at, responder_id FROM incident
        JOIN offer ON offer.incident_id = incident.id ORDER BY incident.id
        """
      ) { row in
        (
          id: try row["id"], opened: try row["opened_at"], closed: try row["closed_at"],
          person: try row["responder_id"]
        )
      }
    }
  }

  private func rows(
    _ table: String, _ time: String, from: String? = nil, _ story: HoldFixture
  ) throws -> [(Int64, Int64, Int64)] {
    let read = { (db: Database) in
      try db.all(
        Query(
          trusted:
            "SELECT responder_id, \(time), \(from ?? time) FROM \(table) ORDER BY responder_id, \(time)")
      ) { row in (try row[0] as Int64, try row[1] as Int64, try row[2] as Int64) }
    }
    return ["ping", "upload"].contains(table)
      ? try story.fixture.withUnpacked(read) : try story.store.read(read)
  }

  private func spans(
    _ story: HoldFixture, _ now: Timestamp
  ) throws -> [(person: Int64, from: Int64, to: Int64)] {
    try story.store.retention.holds(of: story.workspace.id).filter { $0.isInForce(at: now) }.flatMap { hold in
      switch hold.subject {
      case .person(let id, let span): [(id.rawValue, span.from.milliseconds, span.to.milliseconds)]
      case .incident(let id):
        try story.store.read { db in
          try db.all(
            """
            SELECT responder_id, opened_at - 3600000, coalesce(closed_at + 3600000, \(Int64.max)) FROM offer
            JOIN incident ON incident.id = incident_id WHERE incident_id = \(id)
            """
          ) { (try $0[0] as Int64, try $0[1] as Int64, try $0[2] as Int64) }
        }
      }
    }.map { (person: $0.0, from: $0.1, to: $0.2) }
  }
}
