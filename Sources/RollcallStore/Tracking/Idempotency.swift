import Rollcall
import SQL

extension TrackingWrites {
  /// The answer stored for a key, with the fingerprint of its pings.
  func findAnswer(
    to key: IdempotencyKey, of responder: Responder.ID
  ) throws -> (fingerprint: [UInt8], answer: [UInt8])? {
    let row = try uploadStatements().findKey
    row.bind("responder_id", responder)
    row.bind("key", key.key)
    return try row.first { row in
      try (row["expires_at"] as Timestamp) > transaction.lapsingTime
        ? (fingerprint: row["fingerprint"], answer: row["answer"]) : nil
    } ?? nil
  }

  /// Stores the answer to a key.
  func remember(_ answer: [UInt8], for key: IdempotencyKey, of responder: Responder.ID) throws {
    let row = try uploadStatements().saveKey
    row.bind("responder_id", responder)
    row.bind("key", key.key)
    row.bind("fingerprint", key.fingerprint)
    row.bind("answer", answer)
    row.bind("expires_at", now.advanced(by: key.lifetime))
    try row.run()
  }
}

extension TrackingStore {
  /// Deletes expired keys in a small batch. Returns how many: none while the clock is in doubt. Blocks.
  public func purgeIdempotencyKeys() throws(StoreError) -> Int {
    try write(tellsChanges: true) { transaction in
      guard transaction.clockDoubt == nil else { return 0 }
      return try transaction.db.run(
        """
        DELETE FROM idempotency WHERE (responder_id, key) IN
          (SELECT responder_id, key FROM idempotency WHERE expires_at <= \(transaction.now)
            ORDER BY expires_at LIMIT 500)
        """)
    }
  }
}
