/// A change of a phone or its app, reported by the phone.
public struct DeviceEvent: Equatable, Sendable {
  /// The most events one request may carry.
  public static let limit = 50

  /// What happened, with its value.
  public enum Kind: Equatable, Sendable {
    case permission(Telemetry.Permission)
    case locationServices(Bool)
    case power(Telemetry.PowerMode)
    case network(Telemetry.Network)
    /// 0…1.
    case battery(Double)
    case lifecycle(Lifecycle)
    /// Logged only; changes nothing.
    case duty(DutyState)
  }

  /// A step in the life of the app or the phone.
  public enum Lifecycle: String, CaseIterable, Sendable { case foreground, background, killed, boot }

  /// The phone's own id of the event: the same id means the same event. 1 to 64 bytes.
  public var id: String?
  /// What happened.
  public var kind: Kind
  /// When, by the phone's clock.
  public var at: Timestamp

  /// Creates an event.
  public init(id: String? = nil, kind: Kind, at: Timestamp) {
    self.id = id
    self.kind = kind
    self.at = at
  }
}
