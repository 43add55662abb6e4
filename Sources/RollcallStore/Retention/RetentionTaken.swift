import Rollcall
import SQL

/// What one slice of a purge deleted, for the record of its day.
struct PurgedSlice {
  /// How many rows.
  var counts = PurgeCounts()
  /// How many people lost data for the first time on this day.
  var people = 0
  /// The first and the last instant of the deleted positions.
  var first: Timestamp?
  var last: Timestamp?

  /// Adds the instants of deleted positions.
  mutating func note(_ instants: [Timestamp]) {
    first = ([first].compactMap(\.self) + instants).min()
    last = ([last].compactMap(\.self) + instants).max()
  }
}

extension RetentionWrites {
  /// Adds a step's deleted rows, by their instants, to the record of a person.
  func note(_ instants: [Timestamp], of person: Int64, by step: PurgeStep, _ pass: inout PurgePass) throws {
    guard let first = instants.min() else { return }
    let day = pass.workspace.localDay(at: now)
    let last = try db.first(
      "SELECT day FROM purge_person WHERE workspace_id = \(pass.workspace.id) AND responder_id = \(person)",
      as: Int64.self)
    if last != day { pass.slice.people += 1 }
    if step.isReport { pass.slice.note(instants) }
    let pings = step == .pings ? instants.count : 0
    try db.run(
      """
      INSERT INTO purge_person (workspace_id, responder_id, day, day_pings, pings, row_count, first_report_at,
        first_log_at, last_at)
      VALUES (\(pass.workspace.id), \(person), \(day), \(pings), \(pings), \(instants.count),
        \(step.isReport ? first : nil), \(step.isReport ? nil : first), \(now))
      ON CONFLICT (workspace_id, responder_id) DO UPDATE SET
        day_pings = CASE day WHEN excluded.day THEN day_pings ELSE 0 END + excluded.day_pings, day = excluded.day,
        pings = pings + excluded.pings, row_count = row_count + excluded.row_count,
        first_report_at = coalesce(min(first_report_at, excluded.first_report_at), first_report_at,
          excluded.first_report_at),
        first_log_at = coalesce(min(first_log_at, excluded.first_log_at), first_log_at, excluded.first_log_at),
        last_at = excluded.last_at
      """)
  }

  /// Adds what a slice deleted to the record of the workspace's present day.
  func record(_ slice: PurgedSlice, _ pass: PurgePass) throws {
    guard slice.counts.total > 0 else { return }
    try db.run(
      """
      INSERT INTO purge (workspace_id, day, before_at, log_before_at, pings, uploads, device_events, log_rows,
        people, first_effective_at, last_effective_at, last_at)
      VALUES (\(pass.workspace.id), \(pass.workspace.localDay(at: now)), \(pass.limits.reports),
        \(pass.limits.log), \(slice.counts.pings), \(slice.counts.uploads), \(slice.counts.deviceEvents),
        \(slice.counts.logRows), \(slice.people), \(slice.first), \(slice.last), \(now))
      ON CONFLICT (workspace_id, day) DO UPDATE SET before_at = excluded.before_at,
        log_before_at = excluded.log_before_at, pings = pings + excluded.pings,
        uploads = uploads + excluded.uploads, device_events = device_events + excluded.device_events,
        log_rows = log_rows + excluded.log_rows, people = people + excluded.people,
        first_effective_at = coalesce(min(first_effective_at, excluded.first_effective_at), first_effective_at,
          excluded.first_effective_at),
        last_effective_at = coalesce(max(last_effective_at, excluded.last_effective_at), last_effective_at,
          excluded.last_effective_at), last_at = excluded.last_at
      """)
  }

  /// Adds what holds keep to the record of the workspace's present day, which exists even when nothing is
  /// deleted.
  func record(_ held: PassedOver, _ pass: PurgePass) throws {
    let day = pass.workspace.localDay(at: now)
    if held.counts.total > 0 {
      try db.run(
        """
        INSERT INTO purge (workspace_id, day, before_at, log_before_at, pings, uploads, device_events, log_rows, last_at)
        VALUES (\(pass.workspace.id), \(day), \(pass.limits.reports), \(pass.limits.log), 0, 0, 0, 0, \(now))
        ON CONFLICT (workspace_id, day) DO NOTHING
        """)
    }
    try db.run(
      """
      UPDATE purge SET held_pings = \(held.counts.pings), held_uploads = \(held.counts.uploads),
        held_device_events = \(held.counts.deviceEvents), held_log_rows = \(held.counts.logRows),
        held_people = \(held.people), holds = \(PurgeRecord.text(held.holds.map(\.rawValue)))
      WHERE workspace_id = \(pass.workspace.id) AND day = \(day)
      """)
  }
}
