/// An app, a plugin or a script that reports to Rollcall without having been made for it.
public enum PhoneApp: String, CaseIterable, Sendable {
  case owntracks, overland, traccar, colota, gpslogger, transistor, expo, script

  /// How it authenticates.
  public enum Credential: Sendable {
    /// The secret is a password.
    case password
    /// The secret is a bearer token.
    case token
    /// It can send neither, so the secret is part of the URL.
    case address
  }

  /// A system of phones.
  public enum System: String, CaseIterable, Sendable {
    case android, iphone

    /// What people call it.
    public var name: String { self == .android ? "Android" : "iPhone" }
  }

  /// Its name in the app store.
  public var name: String {
    switch self {
    case .owntracks: "OwnTracks"
    case .overland: "Overland"
    case .traccar: "Traccar Client"
    case .colota: "Colota"
    case .gpslogger: "GPSLogger"
    case .transistor: "An app with background-geolocation by transistorsoft"
    case .expo: "An app with Expo Location"
    case .script: "A script, or anything that can post JSON"
    }
  }

  /// The protocol it speaks.
  public var adapter: Adapter {
    switch self {
    case .owntracks: .owntracks
    case .overland: .overland
    case .traccar: .osmand
    case .colota, .script: .flat
    case .gpslogger: .gpslogger
    case .transistor: .transistor
    case .expo: .expo
    }
  }

  /// The phones it runs on.
  public var systems: [System] {
    switch self {
    case .colota, .gpslogger: [.android]
    case .overland: [.iphone]
    default: System.allCases
    }
  }

  /// Whether it is set up by its developer in code, rather than on the phone.
  public var isCode: Bool { [.transistor, .expo, .script].contains(self) }

  /// How it authenticates.
  public var credential: Credential {
    switch self {
    case .owntracks, .gpslogger: .password
    case .traccar: .address
    default: .token
    }
  }

  /// The default name of a device with this app.
  public var shortName: String {
    switch self {
    case .transistor: "background-geolocation"
    case .expo: "Expo Location"
    case .script: "Script"
    default: name
    }
  }

  /// The app of a device. Several apps may share a protocol: the device's name decides, else it is the one in
  /// the store.
  public init(of adapter: Adapter, named name: String) {
    let all = Self.allCases.filter { $0.adapter == adapter }
    self = all.first { $0.shortName.utf8.elementsEqual(name.utf8) } ?? all.first ?? .script
  }
}

/// A kind of information that Rollcall would like from a phone.
public enum PhoneNews: String, CaseIterable, Sendable {
  case accuracy, speed, battery, charging, mock, activity, permission, powerSaving, network, sos, numbers
}

/// Whether an app reports a kind of information.
public enum PhoneTelling: Hashable, Sendable {
  case yes, no
  /// On phones of this system only.
  case only(PhoneApp.System)
}

extension PhoneApp {
  /// Whether the app reports it. A script reports what its author makes it report.
  public func tells(_ news: PhoneNews) -> PhoneTelling {
    switch news {
    case .accuracy, .speed: .yes
    case .battery, .charging: self == .expo ? .no : .yes
    case .mock: [.transistor, .script].contains(self) ? .yes : self == .expo ? .only(.android) : .no
    case .activity:
      switch self {
      case .overland, .gpslogger, .transistor: .yes
      case .owntracks: .only(.iphone)
      default: .no
      }
    case .permission: self == .transistor ? .yes : self == .owntracks ? .only(.android) : .no
    case .powerSaving: self == .owntracks ? .only(.android) : .no
    case .network: self == .owntracks ? .yes : .no
    case .sos: self == .traccar ? .yes : .no
    case .numbers: .no
    }
  }

  /// What it never reports, on any phone; in the order of `PhoneNews`.
  public var missing: [PhoneNews] { PhoneNews.allCases.filter { tells($0) == .no } }

  /// Whether it queues what it could not send. Code does if its author made it so.
  public var keepsWhatItCouldNotSend: Bool { ![.expo, .script].contains(self) }

}

extension PhoneApp {
  /// Where to get the app; empty for code.
  public var stores: [(name: String, address: String)] {
    switch self {
    case .owntracks:
      [
        ("Google Play", "https://play.google.com/store/apps/details?id=org.owntracks.android"),
        ("App Store", "https://apps.apple.com/app/id692424691"),
      ]
    case .overland: [("App Store", "https://apps.apple.com/app/id1292426766")]
    case .traccar:
      [
        ("Google Play", "https://play.google.com/store/apps/details?id=org.traccar.client"),
        ("App Store", "https://apps.apple.com/app/id843156974"),
      ]
    case .colota: [("Google Play", "https://play.google.com/store/apps/details?id=com.Colota")]
    case .gpslogger: [("F-Droid", "https://f-droid.org/packages/com.mendhak.gpslogger/")]
    case .transistor, .expo, .script: []
    }
  }
}
