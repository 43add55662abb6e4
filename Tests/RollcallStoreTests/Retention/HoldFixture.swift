import StoreSupport
import Rollcall

@testable import RollcallStore

/// A workspace that keeps reports for 10 days, with people whose rows are written by hand.
struct HoldFixture {
  static let actor: Actor = .member(Member.ID(1), email: "eva@example.org")
  static let day = 86_400.0
  static let hour = 3_600.0

  let fixture: TestStore
  let ana: TestPhone
  let bo: TestPhone

  var store: Store { fixture.store }
  var workspace: Workspace { fixture.workspace }

  init() async throws {
    fixture = try TestStore(retentionDays: 10)
    ana = try fixture.phone()
    bo = try fixture.phone(name: "Bo")
    for phone in [ana, bo] { try await phone.send([ping(0, 1)], at: 0) }
  }

  /// A row of each kind of both people every twelve hours of the last 30 days, but for the last two.
  static func month() async throws -> HoldFixture {
    let story = try await HoldFixture()
    for hour in 48..<720 where hour % 12 == 0 {
      for phone in [story.ana, story.bo] {
        try story.insert(phone, at: Timestamp.at(Double(-hour) * Self.hour).milliseconds, number: hour)
      }
    }
    return story
  }

  /// A row of every kind of somebody at an instant, milliseconds.
  func insert(_ phone: TestPhone, at: Int64, number: Int) throws {
    let (workspace, person) = (phone.session.workspace.rawValue, phone.id.rawValue)
    let ping = try fixture.store([(at, Int64(number + 10))], of: phone)[0]
    try fixture.store(uploads: [at], of: phone)
    try fixture.execute(
      """
      INSERT INTO device_event (workspace_id, id, responder_id, type, value, at_raw, effective_at, received_at)
      VALUES (\(workspace), (SELECT coalesce(max(id), 0) + 1 FROM device_event), \(person), 'battery', '0.5', \(at), \(at), \(at));
      INSERT INTO doubt (ping_id, flag, workspace_id, responder_id, effective_at, strength)
      VALUES (\(ping), 1, \(workspace), \(person), \(at), 1);
      INSERT INTO crossing (workspace_id, id, responder_id, region, is_entry, effective_at, received_at)
      VALUES (\(workspace), (SELECT coalesce(max(id), 0) + 1 FROM crossing), \(person), 'r', 1, \(at), \(at));
      INSERT INTO transition (workspace_id, id, responder_id, at, from_status, to_status, rule)
      VALUES (\(workspace), (SELECT coalesce(max(id), 0) + 1 FROM transition), \(person), \(at), 'online', 'offline', 'r');
      INSERT INTO duty_change (workspace_id, id, responder_id, state, at, received_at, applied)
      VALUES (\(workspace), (SELECT coalesce(max(id), 0) + 1 FROM duty_change), \(person), 'on_duty', \(at), \(at), 1);
      INSERT OR IGNORE INTO rule_change (workspace_id, responder_id, at, rule)
      VALUES (\(workspace), \(person), \(at), 'r');
      INSERT INTO denial (workspace_id, id, responder_id, at, code)
      VALUES (\(workspace), (SELECT coalesce(max(id), 0) + 1 FROM denial), \(person), \(at), 'TOKEN_EXPIRED');
      INSERT INTO rejection (workspace_id, responder_id, day, reason, count, last_at)
      VALUES (\(workspace), \(person), \(number), 'r', 1, \(at));
      INSERT OR IGNORE INTO silence
        (workspace_id, id, responder_id, from_at, to_at, degraded_ms, offline_ms, cause, evidence)
      VALUES (\(workspace), (SELECT coalesce(max(id), 0) + 1 FROM silence), \(person), \(at) - 60000, \(at), 90000,
        180000, 'unknown', '[]');
      """)
    try fixture.countIDs(of: .deviceEvent, .crossing, .transition, .dutyChange, .denial, .silence)
  }

  /// A closed incident that was offered to somebody.
  func incident(_ phone: TestPhone, from: Int64, to: Int64?) throws -> Incident.ID {
    let workspace = phone.session.workspace.rawValue
    let id: Int64 = try store.write { try $0.next(.incident) }
    try fixture.execute(
      """
      INSERT INTO incident (workspace_id, id, kind, title, severity, lat, lng, state, state_since, opened_at, opened_by,
        closed_at) VALUES (\(workspace), \(id), 'incident', 't', 'low', 0, 0, '\(to == nil ? "open" : "resolved")',
        \(from), \(from), 'a', \(to.map(String.init) ?? "NULL"));
      INSERT INTO offer (workspace_id, id, incident_id, responder_id, state, distance_m, queued_at, ended_at, expires_at,
        deliver_by, round)
      VALUES (\(workspace), \(id), \(id), \(phone.id.rawValue), 'declined', 1, \(from), \(from), \(from), \(from), 1);
      INSERT INTO incident_step (workspace_id, id, incident_id, at, actor, step)
      VALUES (\(workspace), \(id), \(id), \(from), 'a', 'opened');
      """)
    try fixture.countIDs(of: .offer, .incidentStep)
    return Incident.ID(id)
  }

  /// Puts a span of somebody on hold, in seconds of the test.
  func hold(_ phone: TestPhone, _ from: Double, _ to: Double, until: Double? = nil) throws -> Hold.ID {
    try store.retention.addHold(
      NewHold(
        .person(phone.id, TimeSpan(from: .at(from), to: .at(to))), reason: "court order",
        until: until.map { .at($0) }), in: .test(workspace.id, Self.actor))
  }

  /// Purges to the end.
  @discardableResult
  func purge(rows: Int = PurgePace.calm.rows) throws -> PurgePass {
    var pass = try store.retention.beginPurge(of: workspace.id)
    var slices = 0
    while !pass.isDone {
      pass = try store.retention.purgeSlice(pass, rows: rows)
      slices += 1
      guard slices < 20_000 else { throw StoreError.conflict("the purge does not end") }
    }
    return pass
  }

  /// How many rows of a table somebody has.
  func count(_ table: String, _ phone: TestPhone) throws -> Int {
    try fixture.integer("SELECT count(*) FROM \(table) WHERE responder_id = \(phone.id.rawValue)")
  }
}
