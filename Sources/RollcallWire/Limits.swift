import Rollcall

extension Batch {
  /// The longest name of a queue, in bytes.
  static let queueIDLimit = 128
}

extension Timestamp {
  /// Whether RFC 3339 can represent it, so that what we pass on can be read again.
  var isWritable: Bool { (Timestamp.earliestWritten...Timestamp.latestWritten).contains(self) }
}
