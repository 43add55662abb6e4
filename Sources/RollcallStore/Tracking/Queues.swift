import Rollcall
import SQL

/// Rows of `queue`, with the seen sequence numbers of each.
enum Queues {
  /// The queues of a responder, oldest first.
  static func find(of responder: Responder.ID, _ db: Database) throws -> [PersonFacts.Queue] {
    try db.all("SELECT id, name FROM queue WHERE responder_id = \(responder) ORDER BY id") { row in
      PersonFacts.Queue(name: try row["name"], seen: try seen(of: try row["id"], db))
    }
  }

  /// The seen numbers of one queue.
  static func seen(of queue: Int64, _ db: Database) throws -> SequenceSet {
    let ranges = try db.all(
      "SELECT first, last FROM sequence_range WHERE queue_id = \(queue) ORDER BY first"
    ) { row in try (row["first"] as Int64)...(row["last"] as Int64) }
    return SequenceSet(ranges: ranges)
  }
}
