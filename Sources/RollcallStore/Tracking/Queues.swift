import GRDB
import Rollcall

/// Rows of `queue`, with the sequence numbers that were seen of each.
enum Queues {
  /// The queues of a responder, oldest first.
  static func find(of responder: Responder.ID, _ db: Database) throws -> [PersonFacts.Queue] {
    try Row.fetchAll(
      db.cachedStatement(sql: "SELECT id, name FROM queue WHERE responder_id = ? ORDER BY id"),
      arguments: [responder.rawValue]
    ).map { PersonFacts.Queue(name: $0["name"], seen: try seen(of: $0["id"], db)) }
  }

  /// The numbers seen of one queue.
  static func seen(of queue: Int64, _ db: Database) throws -> SequenceSet {
    let ranges = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT first, last FROM sequence_range WHERE queue_id = ? ORDER BY first"),
      arguments: [queue])
    return SequenceSet(ranges: ranges.map { ($0["first"] as Int64)...($0["last"] as Int64) })
  }
}
