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

/// An app's own report about a phone, of a kind that liveness does not use.
public struct PhoneNote: Equatable, Sendable {
  /// Its kind: `alarm`, `region`, `visit`, `tracking`, `motion`, `geofence`.
  public var type: String
  /// Its value, at most 64 bytes without control characters.
  public var value: String
  /// When, by the phone's clock.
  public var at: Timestamp

  /// Creates a note. Control characters are removed from the value, and a long one is cut.
  public init(type: String, value: String, at: Timestamp) {
    self.type = type
    self.value = Self.cut(value.withoutControlCharacters, to: 64)
    self.at = at
  }

  /// A prefix of at most this many bytes, in whole scalars.
  static func cut(_ text: String, to bytes: Int) -> String {
    var kept = String.UnicodeScalarView()
    var left = bytes
    for scalar in text.unicodeScalars {
      left -= UTF8.width(scalar)
      if left < 0 { break }
      kept.append(scalar)
    }
    return String(kept)
  }
}
