import Rollcall
import SQL

/// The statements of the upload path. Each value has the name of its column.
final class UploadStatements {
  let doubt: PreparedStatement
  let upload: PreparedStatement
  let attempt: PreparedStatement
  let packedAttempts: PreparedStatement
  let findKey: PreparedStatement
  let saveKey: PreparedStatement
  let growRange: PreparedStatement
  let dropRange: PreparedStatement
  let liveness: PreparedStatement
  let clock: PreparedStatement

  init(_ db: Database) throws {
    func prepare(_ query: Query) throws -> PreparedStatement { try PreparedStatement(query, on: db) }
    doubt = try prepare(
      Self.insert(
        into: "doubt",
        [
          "ping_id", "flag", "workspace_id", "responder_id", "effective_at", "first", "second", "third",
          "word", "strength",
        ]))
    upload = try prepare(
      Self.insert(
        into: "upload",
        [
          "responder_id", "received_at", "number", "workspace_id", "session_id", "sent_at", "stored",
          "duplicates",
          "expired", "rejected", "permission", "location_services", "power_mode", "app_state",
          "queue_depth", "oldest_entry_age_s", "network", "interval_s", "adapter_device_id",
          "latest_ping_id", "latest_effective_at", "known_battery", "low_power", "backlog", "confirmed_at",
        ]))
    attempt = try prepare(
      """
      SELECT 1 FROM upload WHERE responder_id = :responder_id AND session_id = :session_id AND sent_at = :sent_at
      LIMIT 1
      """)
    packedAttempts = try prepare(
      """
      SELECT data FROM upload_chunk INDEXED BY upload_chunk_sent
      WHERE responder_id = :responder_id AND sent_last >= :sent_at AND sent_first <= :sent_at
      """)
    findKey = try prepare(
      """
      SELECT fingerprint, expires_at, stored, duplicates, expired, answer FROM idempotency
      WHERE responder_id = :responder_id AND key = :key
      """)
    saveKey = try prepare(
      """
      \(Self.insert(
        into: "idempotency",
        ["responder_id", "key", "fingerprint", "expires_at", "stored", "duplicates", "expired", "answer"]))
      ON CONFLICT (responder_id, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, expires_at = excluded.expires_at, stored = excluded.stored,
        duplicates = excluded.duplicates, expired = excluded.expired, answer = excluded.answer
      """)
    growRange = try prepare(
      """
      \(Self.insert(into: "sequence_range", ["queue_id", "first", "last"]))
      ON CONFLICT (queue_id, first) DO UPDATE SET last = excluded.last
      """)
    dropRange = try prepare("DELETE FROM sequence_range WHERE queue_id = :queue_id AND first = :first")
    liveness = try prepare(LivenessRow.update)
    clock = try prepare(
      "UPDATE phone_session SET clock = :clock WHERE workspace_id = :workspace_id AND id = :id")
  }

  static func insert(into table: String, _ columns: [String]) -> Query {
    let values = columns.map { ":\($0)" }
    return Query(
      trusted:
        "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))"
    )
  }
}

extension TrackingWrites {
  /// The statements of the upload path, prepared on first use.
  func uploadStatements() throws -> UploadStatements {
    if let ready = memory.uploadStatements { return ready }
    let statements = try UploadStatements(db)
    memory.uploadStatements = statements
    return statements
  }
}
