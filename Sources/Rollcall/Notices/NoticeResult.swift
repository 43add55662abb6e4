/// The result of handing a message to a channel.
public struct NoticeResult: Equatable, Sendable {
  /// The outcomes under which attempts are stored and counted.
  public enum Kind: String, CaseIterable, Sendable {
    /// The server took it.
    case delivered
    /// Not now.
    case retry
    /// The same message would be refused again.
    case refused
    /// The target no longer exists: the channel is switched off.
    case gone
  }

  /// Which of the four.
  public var kind: Kind
  /// How long the server asks to wait, milliseconds; `nil` = it does not say.
  public var after: Milliseconds?
  /// The reason, as text; empty on success.
  public var reason: String
  /// The HTTP status; `nil` = there was none.
  public var status: Int?
  /// How long it took, milliseconds.
  public var took: Milliseconds

  /// Creates a result.
  public init(
    _ kind: Kind, after: Milliseconds? = nil, reason: String = "", status: Int? = nil,
    took: Milliseconds = 0
  ) {
    self.kind = kind
    self.after = after
    self.reason = reason
    self.status = status
    self.took = took
  }
}
