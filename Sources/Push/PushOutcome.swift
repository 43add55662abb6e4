/// What became of handing a message to a provider. Nothing else of a provider's answer leaves this module.
///
/// Accepted is neither delivered nor seen: only the phone itself says that.
public enum PushOutcome: Equatable, Sendable {
  /// The provider took it; by its id a receipt can be asked for.
  case accepted(id: String?)
  /// Not now: again after this many milliseconds, or by the caller's own schedule when `nil`.
  case retry(after: Int64?, reason: String)
  /// The address is dead: forget it.
  case gone(reason: String)
  /// Our message is bad: the same again would be refused again.
  case refused(reason: String)
  /// Our credentials or our set-up are wrong: nothing will pass until somebody puts it right.
  case misconfigured(reason: String)
}
