/// An app that is not made for Rollcall and reports all the same: by which words it speaks.
public enum Adapter: String, CaseIterable, Sendable {
  /// OwnTracks in HTTP mode, Android and iOS.
  case owntracks
  /// Overland, iOS.
  case overland
  /// Traccar Client and whatever else speaks the protocol of OsmAnd.
  case osmand
  /// Colota, scripts, curl: flat fields under the names that are common.
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
    // Significant mode: 500 m, and a sign of life each quarter of an hour.
    case .owntracks: ReportIntervals(onDuty: 900, onMission: 900)
    // These go quiet where nobody moves; their own settings name five minutes, or nothing.
    case .overland, .osmand, .transistor, .expo, .flat: ReportIntervals(onDuty: 300, onMission: 300)
    case .gpslogger: ReportIntervals(onDuty: 60, onMission: 60)
    }
  }

  /// Whether its answers can set the app's interval: always, only where the app was told to obey, or never.
  public var steering: Steering {
    switch self {
    case .overland, .transistor: .always
    case .owntracks: .whereAllowed
    case .osmand, .flat, .gpslogger, .expo: .never
    }
  }

  /// Whether the interval of an app can be set by the answers it gets.
  public enum Steering: Sendable {
    /// The app follows.
    case always
    /// The app follows when its user allowed remote commands.
    case whereAllowed
    /// The app has no such thing.
    case never
  }

  /// In which unit an app tells its speed where the protocol leaves it open.
  public enum SpeedUnit: String, CaseIterable, Sendable {
    /// Knots, as the protocol of OsmAnd says.
    case knots
    /// Metres per second, as the OsmAnd app does all the same.
    case metresPerSecond = "mps"
  }
}
