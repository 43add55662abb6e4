/// The outcome of handing a message over. Nothing else of a server's answer leaves this module.
///
/// Accepted means neither delivered nor read: only the reader can tell.
public struct Outcome: Equatable, Sendable {
  /// Which of the five.
  public enum Kind: Sendable {
    /// The server took it.
    case accepted
    /// Not now.
    case retry
    /// The address is no longer in use.
    case gone
    /// The message is bad: the same would be refused again.
    case refused
    /// Our credentials or our set-up are wrong: nothing is accepted until that is corrected.
    case misconfigured
  }

  /// Which of the five.
  public var kind: Kind
  /// Why, in our words; empty for a success.
  public var reason: String
  /// How long the server asks us to wait, milliseconds; `nil` = not stated.
  public var after: Int64?
  /// The id to ask for a receipt with; `nil` = there is none.
  public var id: String?
  /// The server's status; `nil` = there is none, or it is not passed on.
  public var status: Int?

  init(_ kind: Kind, _ reason: String = "", after: Int64? = nil, id: String? = nil, status: Int? = nil) {
    (self.kind, self.reason, self.after, self.id, self.status) = (kind, reason, after, id, status)
  }

  static func accepted(id: String?) -> Self { Self(.accepted, id: id) }
  static func retry(after: Int64?, reason: String) -> Self { Self(.retry, reason, after: after) }
  static func gone(reason: String) -> Self { Self(.gone, reason) }
  static func refused(reason: String) -> Self { Self(.refused, reason) }
  static func misconfigured(reason: String) -> Self { Self(.misconfigured, reason) }
}
