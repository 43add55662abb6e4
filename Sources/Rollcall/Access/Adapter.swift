/// The protocol of an app that reports to Rollcall without having been made for it.
public enum Adapter: String, CaseIterable, Sendable {
  /// OwnTracks in HTTP mode, Android and iOS.
  case owntracks
  /// Overland, iOS.
  case overland
  /// Traccar Client and other apps that speak the OsmAnd protocol.
  case osmand
  /// Colota, scripts, curl: flat fields under common names.
  case flat
  /// GPSLogger for Android with a custom URL.
  case gpslogger
  /// The background geolocation plugin of Transistor Software.
  case transistor
  /// The location task of Expo.
  case expo

  /// How often an app with its own settings is expected to report.
  public var intervals: ReportIntervals {
    switch self {
    // Significant mode: every 500 m, and a sign of life each quarter of an hour.
    case .owntracks: ReportIntervals(onDuty: 900, onMission: 900)
    // These go quiet while the phone does not move; their own settings name five minutes, or nothing.
    case .overland, .osmand, .transistor, .expo, .flat: ReportIntervals(onDuty: 300, onMission: 300)
    case .gpslogger: ReportIntervals(onDuty: 60, onMission: 60)
    }
  }

  /// Whether the server's answers can set the app's interval.
  public var intervalControl: IntervalControl {
    switch self {
    case .overland, .transistor: .always
    case .owntracks: .whereAllowed
    case .osmand, .flat, .gpslogger, .expo: .never
    }
  }

  /// Whether the server's answers can set the app's interval.
  public enum IntervalControl: Sendable {
    /// The app obeys.
    case always
    /// The app obeys when its user has allowed remote commands.
    case whereAllowed
    /// The app cannot be controlled.
    case never
  }

  /// The unit of an app's speed where the protocol leaves it open.
  public enum SpeedUnit: String, CaseIterable, Sendable {
    /// Knots, as the protocol of OsmAnd says.
    case knots
    /// Metres per second, as the OsmAnd app sends in spite of the protocol.
    case metresPerSecond = "mps"
  }
}
