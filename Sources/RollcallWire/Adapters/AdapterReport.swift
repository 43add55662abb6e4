public import Rollcall

/// Why a record of a foreign app was not taken.
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
  /// Encrypted, and nobody here has the key.
  case encrypted
  /// Older than what the workspace keeps.
  case tooOld = "too_old"
  /// Stored before.
  case duplicate
}

/// A request of a foreign app, read: what may be stored and what was dropped.
public struct AdapterReport: Equatable, Sendable {
  /// The positions, in the order sent; undated where the app said nothing of the time and never does.
  public var pings: [Ping] = []
  /// The last place again, from an app that sees no movement.
  public var signs: [SignOfLife] = []
  /// Whether it is what a phone left to be told once it is gone: no contact.
  public var isLastWill = false
  /// What the phone says about itself.
  public var telemetry = Telemetry()
  /// When it said so, by its clock; `nil` = now.
  public var saidAt: Timestamp?
  /// What happened to the phone, in words that liveness knows.
  public var events: [DeviceEvent] = []
  /// What else happened to it.
  public var notes: [PhoneNote] = []
  /// What was not taken, in the order sent.
  public var drops: [AdapterDrop] = []

  /// Nothing but a contact.
  public init() {}
}
