/// Why a responder could not be reached, in the order in which causes are tried.
public enum Cause: String, CaseIterable, Sendable {
  /// Rollcall itself was away.
  case notObserved = "not_observed"
  /// The phone's session was ended, by an admin or a logout.
  case sessionRevoked = "session_revoked"
  /// The phone's session ran out.
  case sessionExpired = "session_expired"
  /// The app may no longer read the position.
  case permissionRevoked = "permission_revoked"
  /// Location services are off.
  case locationOff = "location_off"
  /// The battery was empty.
  case batteryEmpty = "battery_empty"
  /// The phone saves power and reports less often.
  case powerSaving = "power_saving"
  /// The phone was alive but had no network.
  case noNetwork = "no_network"
  /// The app was ended in the background.
  case appKilled = "app_killed"
  /// There is no evidence for any other cause.
  case unknown
}

/// One sentence of evidence for a cause, with its time. It never holds coordinates.
public struct Evidence: Equatable, Sendable {
  /// Its instant; the text does not repeat it.
  public var at: Timestamp
  /// The evidence, e.g. `low power mode switched on`.
  public var text: String

  /// Evidence from its parts.
  public init(at: Timestamp, text: String) {
    self.at = at
    self.text = text
  }
}
