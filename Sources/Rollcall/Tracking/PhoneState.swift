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
  public mutating func note(_ new: Value?, at instant: Timestamp) {
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
  public mutating func note(_ ping: Ping, at instant: Timestamp) {
    battery.note(ping.batteryLevel, at: instant)
    speed.note(ping.speed, at: instant)
  }

  /// Applies the telemetry of an upload.
  public mutating func note(_ telemetry: Telemetry, at instant: Timestamp) {
    appState.note(telemetry.appState, at: instant)
    powerMode.note(telemetry.powerMode, at: instant)
    permission.note(telemetry.permission, at: instant)
    locationServices.note(telemetry.locationServices, at: instant)
    network.note(telemetry.network, at: instant)
  }

  /// Applies a device event.
  public mutating func note(_ event: DeviceEvent.Kind, at instant: Timestamp) {
    switch event {
    case .permission(let value): permission.note(value, at: instant)
    case .locationServices(let value): locationServices.note(value, at: instant)
    case .power(let value): powerMode.note(value, at: instant)
    case .network(let value): network.note(value, at: instant)
    case .battery(let value): battery.note(value, at: instant)
    case .lifecycle(.foreground): appState.note(.foreground, at: instant)
    case .lifecycle(.background): appState.note(.background, at: instant)
    case .lifecycle(.killed), .lifecycle(.boot), .duty: break
    }
  }
}
