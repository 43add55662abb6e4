import Rollcall

/// Selects the pings of the next upload. Pings sent without an answer are sent again unchanged, under the
/// same key. A request that the server refuses as a whole is halved until the ping at fault is alone.
struct UploadPlan {
  private(set) var flight: [Ping] = []
  /// How many pings an upload may carry, by the configuration.
  var limit = Batch.limit
  /// Whether the newest ping is included when more wait than fit.
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

  /// The idempotency key of the pings under way. The same pings always get the same key, even after a
  /// restart, because sequence numbers are never reused.
  func key(in queue: DeviceQueue) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for sequence in sequences {
      for byte in "\(sequence);".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return "\(queue.name).\(sequences.first ?? 0).\(flight.count).\(String(hash, radix: 16)).\(salt)"
  }

  /// Clears the pings under way after an answer.
  mutating func isAnswered() {
    flight = []
    most = Batch.limit
    salt = 0
  }

  /// Selects anew what to send, long after the last attempt. The server recognises stored pings by their
  /// numbers.
  mutating func reconsider() { flight = [] }

  /// Halves the next request, because the server refused the pings under way without naming one.
  ///
  /// - Returns: The ping at fault, when it was alone.
  mutating func split() -> Ping? {
    defer { flight = [] }
    if flight.count == 1 { return flight.first }
    most = max(1, flight.count / 2)
    return nil
  }

  /// Chooses another key, because this one was used for other pings. That happens only when the queue was
  /// copied.
  mutating func changeKey() { salt += 1 }
}
