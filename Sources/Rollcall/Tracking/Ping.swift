/// One position as a phone sent it: validated, not yet judged.
public struct Ping: Equatable, Sendable {
  /// What the phone says about the origin of a position.
  public enum MockReport: Int, Sendable { case no = 0, yes = 1, unknown = 2 }
  /// What took the position.
  public enum Source: String, CaseIterable, Sendable { case gps, network, passive }
  /// The signal quality, as the phone reports it.
  public enum SignalQuality: String, CaseIterable, Sendable { case good, fair, poor }

  /// The greatest sequence number, 2⁵³ − 1: the last integer that every JSON parser represents exactly.
  public static let maximumSequence: Int64 = 9_007_199_254_740_991

  /// The position.
  public var position: Position
  /// Whether the phone reports a mock position.
  public var isMock: MockReport
  /// The ping's number in its queue, 0…2⁵³ − 1.
  public var sequence: Int64?
  /// When the phone took the position, or confirmed a cached one, by its own clock.
  public var recordedAt: Timestamp?
  /// How old the position was at that time, seconds, at least 0.
  public var fixAge: Double?
  /// Radius of 68 % confidence, metres. Negative = the phone calls the fix invalid.
  public var accuracy: Double?
  /// Metres per second, at least 0.
  public var speed: Double?
  /// Degrees clockwise from north, 0…360.
  public var heading: Double?
  /// Metres above the ellipsoid.
  public var altitude: Double?
  /// What took the position.
  public var source: Source?
  /// 0…1.
  public var batteryLevel: Double?
  /// The signal quality, as the phone reports it.
  public var signalQuality: SignalQuality?
  /// The visit during which it was taken.
  public var visitID: Int64?

  /// When its position was taken. A position from the phone's cache is as old as the phone says, whenever it
  /// was confirmed.
  ///
  /// - Parameter effective: the ping's effective time.
  public func taken(effective: Timestamp) -> Timestamp { Self.taken(effective: effective, age: fixAge) }

  /// The same for an age in seconds. An impossible age gives the distant past, never now.
  public static func taken(effective: Timestamp, age: Double?) -> Timestamp {
    guard let age, age > 0 else { return effective }
    return effective.advanced(by: -(Milliseconds.seconds(age) ?? .max))
  }

  /// Creates a ping with the required values only.
  public init(position: Position, isMock: MockReport) {
    self.position = position
    self.isMock = isMock
  }
}
