public import Rollcall

/// What the phone allows the app: permission, location services, power, network, battery, and whether the app
/// is in the foreground. Given each report of the platform, it returns the changes that the server must be
/// told.
///
/// The server explains a silence only by what it was told, so each change becomes a device event of its own,
/// even when no position can be sent.
public struct PhoneEnvironment: Equatable, Sendable {
  /// Battery levels whose crossing is reported, 0…1.
  public static let batteryMarks = [0.2, 0.1]
  /// How far the level must rise above a mark before crossing it again is reported: chargers are plugged in
  /// and out.
  private static let batteryMargin = 0.05

  private var state = Telemetry()
  /// 0…1; `nil` = not known.
  public private(set) var battery: Double?
  /// The state of the motion sensor.
  public var motion = SamplingConditions.Motion.unknown
  private var marksBelow: Set<Double> = []

  /// Nothing known.
  public init() {}

  /// Whether the app may and can find its position, as far as known.
  public var canLocate: Bool { state.permission != .denied && state.locationServices != false }
  /// Whether the app may read the position; `nil` = not known.
  public var permission: Telemetry.Permission? { state.permission }
  /// Whether location services are on; `nil` = not known.
  public var locationServices: Bool? { state.locationServices }
  /// Whether the phone saves power.
  public var savesPower: Bool { state.powerMode == .lowPower }
  /// How the phone reaches the server; `nil` = not known.
  public var network: Telemetry.Network? { state.network }

  /// Handles a report of the platform, however often it comes.
  ///
  /// - Returns: The events to send; empty when nothing has changed.
  public mutating func handle(_ report: DeviceEvent.Kind) -> [DeviceEvent.Kind] {
    let before = state
    switch report {
    case .permission(let value): state.permission = value
    case .locationServices(let isOn): state.locationServices = isOn
    case .power(let value): state.powerMode = value
    case .network(let value): state.network = value
    case .lifecycle(.foreground): state.appState = .foreground
    case .lifecycle(.background): state.appState = .background
    // Each of these is an event of its own.
    case .lifecycle(.killed), .lifecycle(.boot): return [report]
    case .battery(let level): return handle(battery: level)
    case .duty: return []
    }
    return state == before ? [] : [report]
  }

  /// The whole known state as events, for a server that knows none of it.
  var known: [DeviceEvent.Kind] {
    [
      state.permission.map { .permission($0) }, state.locationServices.map { .locationServices($0) },
      state.powerMode.map { .power($0) }, state.network.map { .network($0) },
      marksBelow.isEmpty ? nil : battery.map { .battery($0) },
    ].compactMap { $0 }
  }

  /// The telemetry sent with an upload.
  ///
  /// - Parameter interval: The interval in use, milliseconds; `nil` = not timed.
  public func telemetry(_ left: QueueLeft, interval: Milliseconds?) -> Telemetry {
    var telemetry = state
    telemetry.queueDepth = left.telemetry.queueDepth
    telemetry.oldestEntryAge = left.telemetry.oldestEntryAge
    telemetry.interval = interval.map { Double($0) / 1_000 }
    return telemetry
  }

  /// The conditions that decide which rule of the profile applies.
  public func conditions(duty: DutyState, speed: Double?, minuteOfDay: Int) -> ReportingConditions {
    ReportingConditions(
      duty: duty, battery: battery, speed: speed, appState: state.appState, powerMode: state.powerMode,
      minuteOfDay: minuteOfDay)
  }

  private mutating func handle(battery level: Double) -> [DeviceEvent.Kind] {
    guard level.isFinite, (0...1).contains(level) else { return [] }
    battery = level
    let before = marksBelow
    for mark in Self.batteryMarks {
      if level <= mark { marksBelow.insert(mark) }
      if level >= mark + Self.batteryMargin { marksBelow.remove(mark) }
    }
    return marksBelow == before ? [] : [.battery(level)]
  }
}
