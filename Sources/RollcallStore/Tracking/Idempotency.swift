import Rollcall
import SQL

/// What an answered request is remembered by.
struct RememberedAnswer {
  /// Of its pings.
  let fingerprint: [UInt8]
  /// The counts of its result.
  let counts: UploadResult
  /// The body; `nil` = it tells the counts alone.
  let body: [UInt8]?
}

extension TrackingWrites {
  /// The answer remembered for a key.
  func findAnswer(to key: IdempotencyKey, of responder: Responder.ID) throws -> RememberedAnswer? {
    let row = try uploadStatements().findKey
    row.bind("responder_id", responder)
    row.bind("key", key.key)
    return try row.first { row in
      guard try (row["expires_at"] as Timestamp) > transaction.lapsingTime else { return nil }
      var counts = UploadResult()
      (counts.stored, counts.duplicates) = (try row["stored"], try row["duplicates"])
      counts.expired = try row["expired"]
      return RememberedAnswer(fingerprint: try row["fingerprint"], counts: counts, body: try row["answer"])
    } ?? nil
  }

  /// Remembers the answer to a key.
  func remember(_ answer: RememberedAnswer, for key: IdempotencyKey, of responder: Responder.ID) throws {
    let row = try uploadStatements().saveKey
    row.bind("responder_id", responder)
    row.bind("key", key.key)
    row.bind("fingerprint", answer.fingerprint)
    row.bind("expires_at", now.advanced(by: key.lifetime))
    row.bind("stored", answer.counts.stored)
    row.bind("duplicates", answer.counts.duplicates)
    row.bind("expired", answer.counts.expired)
    row.bind("answer", answer.body)
    try row.run()
  }
}

/// The last key that the walk through all keys has looked at.
struct KeyWalk {
  /// How many keys one step looks at.
  static let step = 1_000

  var responder = Int64.min
  var key: [UInt8] = []
}

extension TrackingStore {
  /// Deletes the expired ones among the next keys of a walk through all of them: an index by their end would cost
  /// each upload more. None goes while the clock is in doubt. Blocks.
  ///
  /// - Returns: whether the walk goes on; after its end the next one begins.
  @discardableResult
  public func purgeIdempotencyKeys() throws(StoreError) -> Bool {
    try write(tellsChanges: true) { transaction in
      guard transaction.clockDoubt == nil else { return false }
      return try transaction.tracking.purgeKeys()
    }
  }
}

extension TrackingWrites {
  fileprivate func purgeKeys() throws -> Bool {
    let last = memory.keyWalk
    var (count, next) = (0, KeyWalk())
    var expired: [KeyWalk] = []
    try db.each(
      """
      SELECT responder_id, key, expires_at FROM idempotency
      WHERE (responder_id, key) > (\(last.responder), \(last.key)) ORDER BY responder_id, key LIMIT \(KeyWalk.step)
      """
    ) { row in
      count += 1
      next = KeyWalk(responder: try row["responder_id"], key: try row["key"])
      if try (row["expires_at"] as Timestamp) <= now { expired.append(next) }
    }
    for row in expired {
      try db.run("DELETE FROM idempotency WHERE responder_id = \(row.responder) AND key = \(row.key)")
    }
    let goesOn = count == KeyWalk.step
    memory.keyWalk = goesOn ? next : KeyWalk()
    return goesOn
  }
}
