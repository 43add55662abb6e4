/// What an attempt to hand a message over led to. Whether it was read, only its reader can say.
public struct DeliveryResult: Equatable, Sendable {
  /// The words by which attempts are kept and counted.
  public enum Kind: String, CaseIterable, Sendable {
    /// The service took it.
    case accepted
    /// Not now.
    case retry
    /// The address is no longer in use.
    case gone
    /// The same again would be refused again.
    case refused
    /// Our credentials or our set-up are wrong: nothing passes until that is corrected.
    case misconfigured
  }

  /// Which of the five.
  public var kind: Kind
  /// How long the service asks us to wait, milliseconds; `nil` = it does not say.
  public var after: Milliseconds?
  /// Why, in words; empty for what went well.
  public var reason: String
  /// By what a receipt can be asked for; `nil` = there is none.
  public var receipt: String?
  /// The service's status; `nil` = it gave none, or it is not kept.
  public var status: Int?
  /// How long the attempt took, milliseconds.
  public var took: Milliseconds

  /// A result from its parts.
  public init(
    _ kind: Kind, after: Milliseconds? = nil, reason: String = "", receipt: String? = nil,
    status: Int? = nil, took: Milliseconds = 0
  ) {
    (self.kind, self.after, self.reason) = (kind, after, reason)
    (self.receipt, self.status, self.took) = (receipt, status, took)
  }

  /// The service took it; by its id a receipt can be asked for.
  public static func accepted(id: String?) -> Self { Self(.accepted, receipt: id) }

  /// Not now; again after this time, or by our own schedule when `nil`.
  public static func retry(after: Milliseconds?, reason: String) -> Self {
    Self(.retry, after: after, reason: reason)
  }

  /// The address is no longer in use.
  public static func gone(reason: String) -> Self { Self(.gone, reason: reason) }

  /// The same again would be refused again.
  public static func refused(reason: String) -> Self { Self(.refused, reason: reason) }

  /// Our credentials or our set-up are wrong.
  public static func misconfigured(reason: String) -> Self { Self(.misconfigured, reason: reason) }
}
