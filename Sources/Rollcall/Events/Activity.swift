/// One entry of a participant's activity stream, as the phone sent it.
public struct Activity: Equatable, Sendable {
  /// The most activities in one request.
  public static let limit = 1_000
  /// The longest id and the longest type, bytes.
  public static let wordLimit = 64
  /// The longest data of an activity of an unknown type, bytes.
  public static let dataLimit = 4_096

  /// The type of an activity, with its data.
  public enum Kind: Equatable, Sendable {
    /// Tracking begins: on duty.
    case start
    /// Tracking ends: off duty.
    case stop
    /// A position.
    case location(Ping)
    /// Any other type, stored as received: its data is JSON, or absent.
    case other(type: String, data: [UInt8]?)

    /// The type as it was sent.
    public var type: String {
      switch self {
      case .start: "start"
      case .stop: "stop"
      case .location: "location"
      case .other(let type, _): type
      }
    }
  }

  /// The phone's own id. The same id from the same participant in the same event means the same activity.
  public var id: String
  /// The type, with its data.
  public var kind: Kind
  /// When, by the phone's clock.
  public var at: Timestamp

  /// Creates an activity.
  public init(id: String, kind: Kind, at: Timestamp) {
    self.id = id
    self.kind = kind
    self.at = at
  }
}
