import Rollcall
import SQL

/// The queues of phones, with the numbers that were seen of each.
extension Track {
  /// A person's queues, oldest first.
  func queues(of responder: Responder.ID) throws -> [(name: String, seen: SequenceSet)] {
    try db.all("SELECT id, name FROM queue WHERE responder_id = \(responder) ORDER BY id") { row in
      (try row["name"], try seen(of: try row["id"]))
    }
  }

  /// A queue by its name.
  func queue(named name: String, of responder: Responder.ID) throws -> Int64? {
    try db.first("SELECT id FROM queue WHERE responder_id = \(responder) AND name = \(name)")
  }

  /// A person's imported tracks, which are queues of their own.
  func importedQueues(of responder: Responder.ID) throws -> Set<Int64> {
    let names = "track-" + String(repeating: "[0-9a-f]", count: 16)
    return Set(try db.all("SELECT id FROM queue WHERE responder_id = \(responder) AND name GLOB \(names)"))
  }

  /// The seen numbers of one queue.
  func seen(of queue: Int64) throws -> SequenceSet {
    let ranges = try db.all(
      "SELECT first, last FROM sequence_range WHERE queue_id = \(queue) ORDER BY first"
    ) { row in try (row["first"] as Int64)...(row["last"] as Int64) }
    return SequenceSet(ranges: ranges)
  }
}
