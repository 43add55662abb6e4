/// What a phone says about itself in an upload. `nil` = not sent, or not understood.
public struct Telemetry: Equatable, Sendable {
  /// Whether the app may read the position.
  public enum Permission: String, CaseIterable, Sendable { case granted, denied }
  /// Whether the phone saves power.
  public enum PowerMode: String, CaseIterable, Sendable {
    case normal
    case lowPower = "low_power"
  }
  /// Whether the app is in the foreground.
  public enum AppState: String, CaseIterable, Sendable { case foreground, background }
  /// How the phone reaches us.
  public enum Network: String, CaseIterable, Sendable { case wifi, cellular, none }

  /// Whether the app may read the position.
  public var permission: Permission?
  /// Whether location services are on.
  public var locationServices: Bool?
  /// Whether the phone saves power.
  public var powerMode: PowerMode?
  /// Whether the app is in the foreground.
  public var appState: AppState?
  /// Pings left in the phone's queue after this upload.
  public var queueDepth: Int64?
  /// Age of the oldest of them, seconds.
  public var oldestEntryAge: Double?
  /// How the phone reaches us.
  public var network: Network?
  /// The interval the phone uses now, seconds.
  public var interval: Double?

  /// Nothing said.
  public init() {}

  /// Whether nothing was sent at all.
  public var isEmpty: Bool { self == Telemetry() }
}
