public import Rollcall

/// Why a record of another app was rejected.
public enum AdapterDrop: String, CaseIterable, Sendable {
  /// No coordinates, or none on the Earth.
  case badCoordinates = "bad_coordinates"
  /// The app itself calls the position invalid.
  case invalidFix = "invalid_fix"
  /// No time, or none that can be read.
  case badTime = "bad_time"
  /// A time before 1970, or more than a day ahead.
  case clockError = "clock_error"
  /// Not a record of this app at all.
  case notARecord = "not_a_record"
  /// Encrypted, and the server does not have the key.
  case encrypted
  /// Older than the workspace's retention.
  case tooOld = "too_old"
  /// Stored before.
  case duplicate
}

/// A parsed request of another app: what may be stored, and what was rejected.
public struct AdapterReport: Equatable, Sendable {
  /// The positions, in the order sent; undated if the app never sends a time.
  public var pings: [Ping] = []
  /// Repeats of the last place, from an app that sees no movement.
  public var signs: [SignOfLife] = []
  /// Whether it is the last will, published after the phone has gone: not a contact.
  public var isLastWill = false
  /// The phone's telemetry.
  public var telemetry = Telemetry()
  /// The time of the telemetry, by the phone's clock; `nil` = now.
  public var saidAt: Timestamp?
  /// The phone's events that liveness understands.
  public var events: [DeviceEvent] = []
  /// What else happened to it.
  public var notes: [PhoneNote] = []
  /// The reasons of rejected records, in the order sent.
  public var drops: [AdapterDrop] = []

  /// Nothing but a contact.
  public init() {}
}
