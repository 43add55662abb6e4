/// A value a phone reported, with the effective time of the report.
public struct Reported<Value: Equatable & Sendable>: Equatable, Sendable {
  /// The newest value; `nil` = never reported.
  public private(set) var value: Value?
  /// When it was so.
  public private(set) var at: Timestamp?

  /// Creates a value that was never reported, or one that was stored.
  public init(_ value: Value? = nil, at: Timestamp? = nil) {
    self.value = value
    self.at = at
  }

  /// Applies a report unless it is missing or older than the present one.
  public mutating func record(_ new: Value?, at instant: Timestamp) {
    guard let new, at.map({ $0 <= instant }) ?? true else { return }
    value = new
    at = instant
  }
}

/// The newest known state of a responder's phone, from fixes, telemetry and device events.
public struct PhoneState: Equatable, Sendable {
  /// 0…1.
  public var battery = Reported<Double>()
  /// Metres per second.
  public var speed = Reported<Double>()
  /// Whether the app is in the foreground.
  public var appState = Reported<Telemetry.AppState>()
  /// Whether the phone saves power.
  public var powerMode = Reported<Telemetry.PowerMode>()
  /// Whether the app may read the position.
  public var permission = Reported<Telemetry.Permission>()
  /// Whether location services are on.
  public var locationServices = Reported<Bool>()
  /// How the phone reaches us.
  public var network = Reported<Telemetry.Network>()

  /// Nothing known.
  public init() {}

  /// Applies a ping.
  public mutating func record(_ ping: Ping, at instant: Timestamp) {
    battery.record(ping.batteryLevel, at: instant)
    speed.record(ping.speed, at: instant)
  }

  /// Applies the telemetry of an upload.
  public mutating func record(_ telemetry: Telemetry, at instant: Timestamp) {
    appState.record(telemetry.appState, at: instant)
    powerMode.record(telemetry.powerMode, at: instant)
    permission.record(telemetry.permission, at: instant)
    locationServices.record(telemetry.locationServices, at: instant)
    network.record(telemetry.network, at: instant)
  }

  /// Applies a device event.
  public mutating func record(_ event: DeviceEvent.Kind, at instant: Timestamp) {
    switch event {
    case .permission(let value): permission.record(value, at: instant)
    case .locationServices(let value): locationServices.record(value, at: instant)
    case .power(let value): powerMode.record(value, at: instant)
    case .network(let value): network.record(value, at: instant)
    case .battery(let value): battery.record(value, at: instant)
    case .lifecycle(.foreground): appState.record(.foreground, at: instant)
    case .lifecycle(.background): appState.record(.background, at: instant)
    case .lifecycle(.killed), .lifecycle(.boot), .duty: break
    }
  }
}
