/// The result of an attempt to hand a message over. Only its reader can tell whether it was read.
public struct DeliveryResult: Equatable, Sendable {
  /// The kinds by which attempts are stored and counted.
  public enum Kind: String, CaseIterable, Sendable {
    /// The service took it.
    case accepted
    /// Not now.
    case retry
    /// The address is no longer in use.
    case gone
    /// The same message would be refused again.
    case refused
    /// Our credentials or our set-up are wrong: nothing is accepted until that is corrected.
    case misconfigured
  }

  /// Which of the five.
  public var kind: Kind
  /// How long the service asks us to wait, milliseconds; `nil` = not stated.
  public var after: Milliseconds?
  /// Why, in words; empty for a success.
  public var reason: String
  /// The id to ask for a receipt with; `nil` = there is none.
  public var receipt: String?
  /// The service's status; `nil` = none, or not kept.
  public var status: Int?
  /// How long the attempt took, milliseconds.
  public var took: Milliseconds
  /// What the audit says of the file that a mail carried, if any.
  public var carried: String?

  /// A result from its parts.
  public init(
    _ kind: Kind, after: Milliseconds? = nil, reason: String = "", receipt: String? = nil,
    status: Int? = nil, took: Milliseconds = 0, carried: String? = nil
  ) {
    self.carried = carried
    (self.kind, self.after, self.reason) = (kind, after, reason)
    (self.receipt, self.status, self.took) = (receipt, status, took)
  }

  /// The service took it; its id can be used to ask for a receipt.
  public static func accepted(id: String?) -> Self { Self(.accepted, receipt: id) }

  /// Try again after this time, or by our own schedule when `nil`.
  public static func retry(after: Milliseconds?, reason: String) -> Self {
    Self(.retry, after: after, reason: reason)
  }

  /// The address is no longer in use.
  public static func gone(reason: String) -> Self { Self(.gone, reason: reason) }

  /// The same message would be refused again.
  public static func refused(reason: String) -> Self { Self(.refused, reason: reason) }

  /// Our credentials or our set-up are wrong.
  public static func misconfigured(reason: String) -> Self { Self(.misconfigured, reason: reason) }
}
