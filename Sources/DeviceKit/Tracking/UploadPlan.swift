import Rollcall

/// Which pings go into the next upload. What was sent without an answer goes again as it was, under the same key; a
/// request that the server refuses as a whole is cut in two until the one at fault is alone.
struct UploadPlan {
  private(set) var flight: [Ping] = []
  /// How many pings an upload may carry, by the configuration.
  var limit = Batch.limit
  /// Whether the newest ping goes along when more wait than fit.
  var newestFirst = true
  private var most = Batch.limit
  /// How often the key was changed for the pings under way.
  private(set) var salt = 0

  /// The numbers of the pings under way.
  var sequences: [Int64] { flight.compactMap(\.sequence) }

  /// The pings to send now; empty when none wait.
  mutating func next(from queue: DeviceQueue) throws -> [Ping] {
    if flight.isEmpty {
      let size = max(1, min(most, limit, Batch.limit))
      flight = try queue.pings(limit: size, newestFirst: newestFirst)
    }
    return flight
  }

  /// The idempotency key of the pings under way: of the same pings always the same, also after a restart, because a
  /// number of a queue is never used for another ping.
  func key(in queue: DeviceQueue) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for sequence in sequences {
      for byte in "\(sequence);".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return "\(queue.name).\(sequences.first ?? 0).\(flight.count).\(String(hash, radix: 16)).\(salt)"
  }

  /// The pings under way were answered.
  mutating func isAnswered() {
    flight = []
    most = Batch.limit
    salt = 0
  }

  /// Much has passed since the last attempt: what is best to send is decided anew. The server knows what it has stored
  /// by its numbers.
  mutating func reconsider() { flight = [] }

  /// The server refused the pings under way without naming one: half as many next time.
  ///
  /// - Returns: The one at fault, when it was alone.
  mutating func split() -> Ping? {
    defer { flight = [] }
    if flight.count == 1 { return flight.first }
    most = max(1, flight.count / 2)
    return nil
  }

  /// The key was used for other pings, which cannot be unless the queue was copied: another key.
  mutating func changeKey() { salt += 1 }
}
