import GRDB
public import Rollcall

/// What one responder's phone has yet to send: first in, first out, on disk.
///
/// A ping leaves only when the server has named it stored, duplicate or expired. When the queue is over its
/// limit, the oldest are evicted and counted. Sequence numbers are never reused.
public struct DeviceQueue: Sendable {
  /// The result of an append.
  public struct Appended: Equatable, Sendable {
    /// The numbers of the new pings, in their order.
    public var sequences: [Int64]
    /// How many of the oldest were evicted to make room.
    public var evicted: Int
  }

  let store: DeviceStore
  /// The responder in whose name alone the queue is sent.
  public let owner: Responder.ID
  /// The `queue_id` of its uploads: random, and different in each file.
  public let name: String

  /// Numbers and saves pings, all or none, in one transaction. Appending many at once is far cheaper than one
  /// by one.
  ///
  /// - Parameters:
  ///   - limit: How many pings may wait, at least 1; the oldest beyond it are evicted. `nil` = no limit but
  ///     the disk.
  ///   - sparing: Pings of an upload under way, which are evicted last: a retry must send the same pings.
  /// - Throws: `DeviceStoreError`; nothing is saved then.
  @discardableResult
  public func append(
    _ pings: [Ping], limit: Int? = nil, sparing: Set<Int64> = []
  ) throws -> Appended {
    try append(pings, limit: limit, sparing: sparing) { _ in }
  }

  /// The same, with a small value that belongs to them.
  func append(
    _ pings: [Ping], limit: Int?, sparing: Set<Int64>, with more: (Database) throws -> Void
  ) throws -> Appended {
    guard !pings.isEmpty else { return Appended(sequences: [], evicted: 0) }
    return try store.write { db in
      let last = try lastSequence(db)
      guard last <= Ping.maximumSequence - Int64(pings.count) else {
        throw DeviceStoreError.unavailable("the numbers of this queue are used up")
      }
      let insert = try db.cachedStatement(sql: PingRow.insert)
      let sequences = pings.indices.map { last + 1 + Int64($0) }
      for (ping, sequence) in zip(pings, sequences) {
        try insert.execute(
          arguments: PingRow.arguments(ping.sayable, owner: owner.rawValue, sequence: sequence))
      }
      try db.cachedStatement(sql: "UPDATE queue SET last_sequence = ? WHERE owner = ?").execute(
        arguments: [last + Int64(pings.count), owner.rawValue])
      try more(db)
      let evicted = try limit.map { try evict(db, limit: max(1, $0), sparing: sparing) } ?? 0
      return Appended(sequences: sequences, evicted: evicted)
    }
  }

  /// The pings to send next, at most `limit`, by their numbers.
  ///
  /// - Parameter newestFirst: Whether to include the newest when more wait than fit: the server then learns
  ///   where the phone is now before it receives the whole backlog.
  /// - Throws: `DeviceStoreError`.
  public func pings(limit: Int, newestFirst: Bool = false) throws -> [Ping] {
    let limit = max(1, limit)
    return try store.read { db in
      var pings = try fetch(db, "ORDER BY sequence LIMIT ?", limit + 1)
      guard pings.count > limit else { return pings }
      pings.removeLast()
      guard newestFirst, let newest = try fetch(db, "ORDER BY sequence DESC LIMIT ?", 1).first else {
        return pings
      }
      pings.removeLast()
      return pings + [newest]
    }
  }

  /// Removes pings that the server has named: stored, duplicate or expired.
  ///
  /// - Throws: `DeviceStoreError`; nothing is removed then.
  public func remove(_ sequences: [Int64]) throws {
    try store.write { db in try delete(db, sequences) }
  }

  private func fetch(_ db: Database, _ order: String, _ limit: Int) throws -> [Ping] {
    try Row.fetchAll(
      db.cachedStatement(sql: "SELECT * FROM ping WHERE owner = ? \(order)"),
      arguments: [owner.rawValue, limit]
    ).compactMap(PingRow.ping)
  }

  func delete(_ db: Database, _ sequences: some Sequence<Int64>) throws {
    let delete = try db.cachedStatement(sql: "DELETE FROM ping WHERE owner = ? AND sequence = ?")
    for sequence in sequences { try delete.execute(arguments: [owner.rawValue, sequence]) }
  }

  private func lastSequence(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT last_sequence FROM queue WHERE owner = ?"), arguments: [owner.rawValue])
      ?? -1
  }

  private func evict(_ db: Database, limit: Int, sparing: Set<Int64>) throws -> Int {
    let span = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT min(sequence), max(sequence) FROM ping WHERE owner = ?"),
      arguments: [owner.rawValue])
    // Counting is expensive, and no more can wait than lie between the first and the last.
    guard let span, let first = span[0] as Int64?, let last = span[1] as Int64?, last - first >= Int64(limit)
    else { return 0 }
    let count =
      try Int.fetchOne(db, sql: "SELECT count(*) FROM ping WHERE owner = ?", arguments: [owner.rawValue]) ?? 0
    guard count > limit else { return 0 }
    let oldest = try Int64.fetchAll(
      db, sql: "SELECT sequence FROM ping WHERE owner = ? ORDER BY sequence LIMIT ?",
      arguments: [owner.rawValue, count - limit + sparing.count])
    let going = oldest.filter { !sparing.contains($0) }.prefix(count - limit)
    try delete(db, going)
    try db.execute(
      sql: "UPDATE queue SET evicted = evicted + ? WHERE owner = ?", arguments: [going.count, owner.rawValue])
    return going.count
  }
}
