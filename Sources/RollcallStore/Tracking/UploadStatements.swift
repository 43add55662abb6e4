import GRDB
import Rollcall

/// The statements of the upload path.
final class UploadStatements {
  let ping: RawStatement
  let doubt: RawStatement
  let upload: RawStatement
  let sameIdentity: RawStatement
  let sameSequence: RawStatement
  let attempt: RawStatement
  let findKey: RawStatement
  let saveKey: RawStatement
  let growRange: RawStatement
  let dropRange: RawStatement
  let liveness: RawStatement
  let loadLiveness: RawStatement
  let transition: RawStatement
  let silence: RawStatement
  let ruleChange: RawStatement
  let clock: RawStatement

  init(_ db: Database) throws {
    ping = try RawStatement(
      db,
      """
      INSERT INTO ping (workspace_id, responder_id, queue_id, sequence, recorded_at_raw, effective_at, received_at,
        time_source, lat, lng, is_mock, accuracy_m, speed_mps, heading_deg, altitude_m, source, battery_level,
        signal_quality, visit_id, fix_age_s, on_duty, flags, variant)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    doubt = try RawStatement(
      db,
      """
      INSERT INTO doubt (ping_id, flag, workspace_id, responder_id, effective_at, first, second, third, word, strength)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    upload = try RawStatement(
      db,
      """
      INSERT INTO upload (workspace_id, responder_id, session_id, received_at, sent_at, stored, duplicates, expired,
        rejected, permission, location_services, power_mode, app_state, queue_depth, oldest_entry_age_s, network,
        interval_s, adapter_device_id, latest_ping_id, known_battery, low_power, backlog, confirmed_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    let found = """
      SELECT id, queue_id, sequence, lat, lng, is_mock, variant, effective_at, recorded_at_raw, flags, time_source,
        on_duty FROM ping
      """
    sameIdentity = try RawStatement(db, "\(found) WHERE responder_id = ? AND recorded_at_raw = ?")
    sameSequence = try RawStatement(
      db, "\(found) WHERE responder_id = ? AND recorded_at_raw IS NULL AND sequence = ? AND queue_id = ?")
    attempt = try RawStatement(db, "SELECT 1 FROM upload WHERE session_id = ? AND sent_at = ? LIMIT 1")
    findKey = try RawStatement(
      db, "SELECT fingerprint, answer, expires_at FROM idempotency WHERE responder_id = ? AND key = ?")
    saveKey = try RawStatement(
      db,
      """
      INSERT INTO idempotency (responder_id, key, fingerprint, answer, expires_at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (responder_id, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, answer = excluded.answer, expires_at = excluded.expires_at
      """)
    growRange = try RawStatement(
      db,
      """
      INSERT INTO sequence_range (queue_id, first, last) VALUES (?, ?, ?)
      ON CONFLICT (queue_id, first) DO UPDATE SET last = excluded.last
      """)
    dropRange = try RawStatement(db, "DELETE FROM sequence_range WHERE queue_id = ? AND first = ?")
    liveness = try RawStatement(db, LivenessRow.update)
    loadLiveness = try RawStatement(db, LivenessRow.one)
    transition = try RawStatement(
      db,
      """
      INSERT INTO transition (workspace_id, responder_id, at, from_status, to_status, rule) VALUES (?, ?, ?, ?, ?, ?)
      """)
    silence = try RawStatement(
      db,
      """
      INSERT INTO silence (workspace_id, responder_id, from_at, to_at, degraded_ms, offline_ms)
      VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (responder_id, from_at) DO NOTHING
      """)
    ruleChange = try RawStatement(
      db,
      """
      INSERT INTO rule_change (responder_id, at, rule, interval_ms, degraded_ms, offline_ms)
      VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (responder_id, at) DO UPDATE SET rule = excluded.rule,
        interval_ms = excluded.interval_ms, degraded_ms = excluded.degraded_ms, offline_ms = excluded.offline_ms
      """)
    clock = try RawStatement(db, "UPDATE phone_session SET clock = ? WHERE id = ?")
  }
}

extension WriteTransaction {
  /// The statements of the upload path, prepared at first use.
  func uploadStatements() throws -> UploadStatements {
    if let ready = memory.uploadStatements { return ready }
    let statements = try UploadStatements(db)
    memory.uploadStatements = statements
    return statements
  }
}
