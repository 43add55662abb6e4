/// The channel features available by the operator's settings.
public struct ChannelAbilities: Sendable {
  /// Whether it sends mail.
  public var sendsMail: Bool
  /// Whether addresses may be http, because private networks are allowed.
  public var allowsPlainHTTP: Bool

  /// Abilities; by default neither.
  public init(sendsMail: Bool = false, allowsPlainHTTP: Bool = false) {
    self.sendsMail = sendsMail
    self.allowsPlainHTTP = allowsPlainHTTP
  }
}
