public import Rollcall
public import RollcallWire

/// The result of one attempt.
public enum Outcome<Value: Sendable>: Sendable {
  /// The server has done it, durably.
  case done(Value)
  /// Try the same later, but not before `after` milliseconds where the server said so.
  case tryLater(after: Milliseconds?, reason: String)
  /// The same request would be refused again.
  case refused(Refusal)
}

extension Outcome {
  /// The result.
  ///
  /// - Throws: `Refusal`, `Unreachable`.
  var value: Value {
    get throws {
      switch self {
      case .done(let value): return value
      case .tryLater(_, let reason): throw Unreachable(attempts: 1, reason: reason)
      case .refused(let refusal): throw refusal
      }
    }
  }
}

/// The server's no.
public struct Refusal: Error, Equatable, CustomStringConvertible {
  /// The HTTP status, 300…499.
  public var status: Int
  /// The error code; `nil` when the answer had no envelope, or a code that this version does not know.
  public var code: Code?
  /// The error message; `nil` when the answer had no envelope.
  public var message: String?

  /// The invalid members of an upload; empty when the request as a whole is at fault.
  public var errors: [PingError]

  /// Creates a refusal.
  public init(status: Int, code: Code? = nil, message: String? = nil, errors: [PingError] = []) {
    self.status = status
    self.code = code
    self.message = message
    self.errors = errors
  }

  /// Whether the refusal is from Rollcall: a proxy or a captive portal sends no envelope.
  public var isFromRollcall: Bool { message != nil }

  /// Whether the session is over: the responder must log in again.
  public var endsSession: Bool { status == 401 }

  /// The same for people.
  public var description: String {
    "refused with \(status)" + (code.map { " " + $0.rawValue } ?? "") + (message.map { ": " + $0 } ?? "")
  }
}

/// The server has accepted a batch: all of its pings may now be deleted on the phone.
public struct BatchReceipt: Equatable, Sendable {
  /// The server's counts of the pings.
  public var counts: UploadCounts
  /// The rejected pings by index, with the reasons. Only for a lenient upload.
  public var rejected: [PingError]
  /// Whether this is the answer to an earlier attempt with the same key.
  public var isReplay: Bool
  /// Open offers, learned here when no push woke the phone.
  public var offers: [OfferMessage]

  /// Creates a receipt.
  public init(
    counts: UploadCounts, rejected: [PingError] = [], isReplay: Bool = false, offers: [OfferMessage] = []
  ) {
    self.counts = counts
    self.rejected = rejected
    self.isReplay = isReplay
    self.offers = offers
  }
}
