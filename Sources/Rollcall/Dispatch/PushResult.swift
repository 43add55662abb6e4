/// What became of handing a message to a service. Whether the phone got it, only the phone says.
public enum PushResult: Equatable, Sendable {
  /// The service took it; by its id a receipt can be asked for.
  case accepted(id: String?)
  /// Not now; again after this time, or by our own schedule when `nil`.
  case retry(after: Milliseconds?, reason: String)
  /// Nobody is at this address any more.
  case gone(reason: String)
  /// The message is bad: the same again would be refused again.
  case refused(reason: String)
  /// Our credentials or our set-up are wrong: nothing passes until somebody puts it right.
  case misconfigured(reason: String)

  /// The words by which outcomes are counted and kept.
  public enum Kind: String, CaseIterable, Sendable { case accepted, retry, gone, refused, misconfigured }

  /// Which of the five.
  public var kind: Kind {
    switch self {
    case .accepted: .accepted
    case .retry: .retry
    case .gone: .gone
    case .refused: .refused
    case .misconfigured: .misconfigured
    }
  }

  /// Why, in words; empty for what went well.
  public var reason: String {
    switch self {
    case .accepted: ""
    case .retry(_, let reason), .gone(let reason), .refused(let reason), .misconfigured(let reason): reason
    }
  }
}
