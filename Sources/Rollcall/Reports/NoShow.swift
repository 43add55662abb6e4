/// Hours of duty that have begun, and in which a person was not heard.
public struct NoShow: Equatable, Sendable {
  /// When the hours began.
  public let hours: Timestamp
  /// From when on it is an alert.
  public let due: Timestamp

  /// How long people have at least to be heard, milliseconds: 10 minutes.
  static let patience: Milliseconds = 600_000

  /// The hours that began at `hours`; `nil` when the person was heard since, or somebody switched them off duty since.
  ///
  /// - Parameters:
  ///   - offByHand: when somebody last switched them off duty by hand; `nil` = nobody did.
  ///   - observingSince: since when this server has been observing without a break: nobody is accused for our absence.
  public init?(
    hours: Timestamp, live: Liveness, offByHand: Timestamp?, observingSince: Timestamp
  ) {
    guard live.lastContact.map({ $0 < hours }) ?? true, offByHand.map({ $0 < hours }) ?? true else {
      return nil
    }
    self.hours = hours
    due = max(hours, observingSince).advanced(by: max(Self.patience, live.force.thresholds?.degraded ?? 0))
  }
}
