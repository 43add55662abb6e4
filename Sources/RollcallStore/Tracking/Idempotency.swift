import GRDB
import Rollcall

extension WriteTransaction {
  /// The answer remembered for a key, with the fingerprint of the pings it was given for.
  func findAnswer(
    to key: IdempotencyKey, of responder: Responder.ID
  ) throws -> (fingerprint: [UInt8], answer: [UInt8])? {
    let row = try uploadStatements().findKey
    row.bind(1, responder.rawValue)
    row.bind(2, key.key)
    defer { row.reset() }
    guard try row.step(), let expiry = row.integer(2), expiry > lapsingTime.milliseconds else { return nil }
    return (row.bytes(0), row.bytes(1))
  }

  /// Remembers the answer to a key.
  func remember(_ answer: [UInt8], for key: IdempotencyKey, of responder: Responder.ID) throws {
    let row = try uploadStatements().saveKey
    row.bind(1, responder.rawValue)
    row.bind(2, key.key)
    row.bind(3, key.fingerprint)
    row.bind(4, answer)
    row.bind(5, now.advanced(by: key.lifetime).milliseconds)
    try row.run()
  }
}

extension Store {
  /// Forgets expired keys, in a small batch; returns how many: none while the clock is in doubt. Blocks.
  public func purgeIdempotencyKeys() throws(StoreError) -> Int {
    try write { transaction in
      guard transaction.clockDoubt == nil else { return 0 }
      try transaction.db.execute(
        sql: """
          DELETE FROM idempotency WHERE (responder_id, key) IN
            (SELECT responder_id, key FROM idempotency WHERE expires_at <= ? ORDER BY expires_at LIMIT 500)
          """, arguments: [transaction.now.milliseconds])
      return transaction.db.changesCount
    }
  }
}
