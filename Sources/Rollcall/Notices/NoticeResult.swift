/// What became of handing a message to a channel.
public struct NoticeResult: Equatable, Sendable {
  /// The words by which attempts are kept and counted.
  public enum Kind: String, CaseIterable, Sendable {
    /// The server took it.
    case delivered
    /// Not now.
    case retry
    /// The same again would be refused again.
    case refused
    /// Nobody is there any more: the channel is switched off.
    case gone
  }

  /// Which of the four.
  public var kind: Kind
  /// How long the server wants to be left alone, milliseconds; `nil` = it does not say.
  public var after: Milliseconds?
  /// Why, in words; empty for what went well.
  public var reason: String
  /// The server's status; `nil` = it gave none.
  public var status: Int?
  /// How long it took, milliseconds.
  public var took: Milliseconds

  /// A result from its parts.
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
