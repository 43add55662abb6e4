import Rollcall
import Testing

@testable import RollcallStore

/// Two workspaces with years of rows: `north` keeps reports for 10 days, `south` for 90.
struct RetentionFixture {
  static let day = 86_400.0

  let fixture: TestStore
  let south: Workspace
  let ana: TestPhone
  let bo: TestPhone

  var store: Store { fixture.store }

  init() async throws {
    fixture = try TestStore(retentionDays: 10)
    south = try fixture.addWorkspace("south")
    ana = try fixture.phone()
    bo = try fixture.phone(name: "Bo", slug: "south")
    for phone in [ana, bo] {
      try await phone.send([ping(0, 1)], at: 0)
      try insert(phone)
    }
  }

  /// A row of each kind an hour for 20 days, and one a day for 900 days; the log begins far from its limit.
  private func insert(_ phone: TestPhone) throws {
    let (now, workspace, person) = (
      Timestamp.at(0).milliseconds, phone.session.workspace.rawValue, phone.id.rawValue
    )
    let hours = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 480)"
    let days = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)"
    for (ages, step) in [(hours, 3_600_000), (days, 86_400_000)] {
      let at = "\(now) - i * \(step) - 7"
      let count = ages == hours ? 480 : 900
      try fixture.store((1...count).map { (now - Int64($0 * step) - 7, Int64($0 + step)) }, of: phone)
      try fixture.store(uploads: (1...count).map { now - Int64($0 * step) - 7 }, of: phone)
      try fixture.execute(
        """
        INSERT INTO device_event (workspace_id, id, responder_id, type, value, at_raw, effective_at, received_at)
        \(ages) SELECT \(workspace), (SELECT coalesce(max(id), 0) FROM device_event) + i, \(person), 'battery', '0.5', \(at), \(at), \(at) FROM n;
        """)
    }
    let at = "\(now) - i * 86400000 - 7"
    try fixture.execute(
      """
      INSERT INTO transition (workspace_id, id, responder_id, at, from_status, to_status, rule)
      \(days) SELECT \(workspace), (SELECT coalesce(max(id), 0) FROM transition) + i, \(person), \(at),
        CASE i % 2 WHEN 0 THEN 'online' ELSE 'offline' END,
        CASE i % 2 WHEN 0 THEN 'offline' ELSE 'online' END, 'r' FROM n;
      INSERT INTO duty_change (workspace_id, id, responder_id, state, at, received_at, applied)
      \(days) SELECT \(workspace), (SELECT coalesce(max(id), 0) FROM duty_change) + i, \(person), 'on_duty', \(at), \(at), 1 FROM n;
      INSERT INTO rule_change (workspace_id, responder_id, at, rule)
      \(days) SELECT \(workspace), \(person), \(at), 'r' FROM n;
      INSERT INTO denial (workspace_id, id, responder_id, at, code)
      \(days) SELECT \(workspace), (SELECT coalesce(max(id), 0) FROM denial) + i, \(person), \(at), 'TOKEN_EXPIRED' FROM n;
      INSERT INTO rejection (workspace_id, responder_id, day, reason, count, last_at)
      \(days) SELECT \(workspace), \(person), i, 'r', 1, \(at) FROM n;
      INSERT INTO silence (workspace_id, id, responder_id, from_at, to_at, degraded_ms, offline_ms)
      \(days) SELECT \(workspace), (SELECT coalesce(max(id), 0) FROM silence) + i, \(person), \(at) - 3600000, \(at), 90000, 180000 FROM n;
      INSERT INTO alert (workspace_id, id, kind, scope, critical, opened_at, closed_at, detail)
      \(days) SELECT \(workspace), (SELECT coalesce(max(id), 0) FROM alert) + i, 'k', i, 0, \(at), \(at) + 5, '' FROM n;
      INSERT INTO alert_act (workspace_id, id, alert_id, kind, scope, act, at, actor, note)
      SELECT workspace_id, id, id, kind, scope, 'acknowledge', opened_at, 'member:1', '' FROM alert
      WHERE workspace_id = \(workspace);
      INSERT INTO incident
        (workspace_id, id, kind, title, severity, lat, lng, state, state_since, opened_at, opened_by, closed_at)
      \(days) SELECT \(workspace), (SELECT coalesce(max(id), 0) FROM incident) + i, 'incident', 't', 'low', 0, 0, CASE i WHEN 900 THEN 'open' ELSE 'resolved' END,
        \(at), \(at), 'a', CASE i WHEN 900 THEN NULL ELSE \(at) + 5 END FROM n;
      INSERT INTO offer (workspace_id, id, incident_id, responder_id, state, distance_m, queued_at, ended_at, expires_at,
        deliver_by, round)
      SELECT workspace_id, id, id, \(person), 'accepted', 1, opened_at, opened_at, opened_at, opened_at, 1 FROM incident
      WHERE workspace_id = \(workspace);
      INSERT INTO assignment (workspace_id, id, incident_id, responder_id, offer_id, since, ended_at)
      SELECT workspace_id, id, incident_id, responder_id, id, queued_at, queued_at FROM offer
      WHERE workspace_id = \(workspace);
      INSERT INTO incident_pick (workspace_id, incident_id, place, responder_id)
      SELECT workspace_id, id, 0, \(person) FROM incident WHERE workspace_id = \(workspace);
      INSERT INTO incident_step (workspace_id, id, incident_id, at, actor, step)
      SELECT workspace_id, id, id, opened_at, 'a', 'opened' FROM incident WHERE workspace_id = \(workspace);
      """)
    try fixture.countIDs(
      of: .deviceEvent, .transition, .dutyChange, .denial, .silence, .alert, .alertAct, .incident, .offer,
      .assignment,
      .incidentStep)
  }

  /// The ages in days of the rows of a table that are left, of one person or workspace.
  func ages(_ table: String, _ column: String, _ whose: String) throws -> [Int] {
    let now = Timestamp.at(0).milliseconds
    return try fixture.texts(
      "SELECT (\(now) - \(column)) / 86400000 FROM \(table) WHERE \(whose) ORDER BY \(column) DESC"
    ).compactMap { Int($0) }
  }

  /// Purges a workspace to its end.
  @discardableResult
  func purge(_ workspace: Workspace, rows: Int = PurgePace.calm.rows) throws -> PurgePass {
    var pass = try store.retention.beginPurge(of: workspace.id)
    while !pass.isDone { pass = try store.retention.purgeSlice(pass, rows: rows) }
    return pass
  }
}
