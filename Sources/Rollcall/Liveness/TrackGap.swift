/// A span without fixes by effective time.
public struct TrackGap: Equatable, Sendable {
  /// The last fix before it, or when watching began.
  public var from: Timestamp
  /// The first fix after it, or when watching ended.
  public var to: Timestamp
  /// When late fixes closed it; `nil` = the responder's way will never be known.
  public var backfilledAt: Timestamp?

  /// A gap from its parts.
  public init(from: Timestamp, to: Timestamp, backfilledAt: Timestamp? = nil) {
    self.from = from
    self.to = to
    self.backfilledAt = backfilledAt
  }
}
