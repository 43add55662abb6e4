import Rollcall

/// A time in a request: RFC 3339 with an offset, or integer epoch milliseconds.
enum PhoneTime {
  /// How far from the server's time a phone's may be, either way: 366 days.
  static let limit: Milliseconds = 366 * 86_400_000

  case instant(Timestamp)
  /// The right type, not a time.
  case unreadable
  /// Neither a string nor a number.
  case wrongType

  static func read(_ value: JSONValue) -> PhoneTime {
    switch value.kind {
    case .string:
      return value.instant.map { .instant($0) } ?? .unreadable
    case .number:
      switch value.integer {
      case .exact(let milliseconds): return .instant(Timestamp(milliseconds: milliseconds))
      // An instant that a phone cannot have meant: too far rather than malformed.
      case .outOfRange: return .instant(Timestamp(milliseconds: .max))
      case .notInteger: return .unreadable
      }
    default:
      return .wrongType
    }
  }

  static func isNear(_ instant: Timestamp, _ now: Timestamp) -> Bool {
    instant.since(now).magnitude <= limit.magnitude
  }
}

extension Batch {
  /// The longest name of a queue, in bytes.
  static let queueIDLimit = 128
}

extension Timestamp {
  /// Whether RFC 3339 can represent it, so that what we pass on can be read again.
  var isWritable: Bool { (Timestamp.earliestWritten...Timestamp.latestWritten).contains(self) }
}
