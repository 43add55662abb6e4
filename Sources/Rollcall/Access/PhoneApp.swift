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

  /// Its name, in a form that fits "… is not told" and "We do not get …".
  public var words: String {
    switch self {
    case .accuracy: "how accurate a position is"
    case .speed: "how fast they move"
    case .battery: "the battery"
    case .charging: "whether it charges"
    case .mock: "whether a position is simulated"
    case .activity: "whether they walk or drive"
    case .permission: "whether it may still read its position"
    case .powerSaving: "whether it saves power"
    case .network: "the kind of network"
    case .sos: "a press of an emergency button"
    case .numbers: "numbers by which a lost report would be missed"
    }
  }
}

/// Whether an app reports a kind of information.
public enum PhoneTelling: Hashable, Sendable {
  case yes, no
  /// On phones of this system only.
  case only(PhoneApp.System)

  /// `yes`, `no`, `Android only`.
  public var words: String {
    switch self {
    case .yes: "yes"
    case .no: "no"
    case .only(let system): "\(system.name) only"
    }
  }
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

  /// The steps after scanning the code, in three lines that fit on a card.
  public var steps: [String] {
    switch self {
    case .owntracks:
      [
        "Install OwnTracks and open it once.",
        "Point the camera at the code, tap what appears, and save the settings that OwnTracks shows.",
        "Allow the position “all the time” (iPhone: “Always”).",
      ]
    case .overland:
      [
        "Install Overland and open it once.", "Point the camera at the code and tap what appears.",
        "Switch tracking on, and allow the position “Always”.",
      ]
    case .traccar:
      [
        "Install Traccar Client and open it.",
        "Point the camera at the code and tap what appears, or use the code scanner in its settings.",
        "Switch continuous tracking on, and allow the position “all the time” (iPhone: “Always”).",
      ]
    case .colota:
      [
        "Install Colota and open it once.",
        "Point the camera at the code, tap what appears, and choose “Apply Configuration”.",
        "Start tracking, and allow the position “all the time”.",
      ]
    case .gpslogger:
      [
        "Install GPSLogger and open it once.",
        "Point the camera at the code; on the page that opens, tap “Set up GPSLogger”.",
        "Start logging, and allow the position “all the time”.",
      ]
    case .transistor, .expo:
      [
        "Put the code below into the app, and keep the secret where it keeps others.",
        "Ask for the position “all the time” (iPhone: “Always”).", "Build it, and start it on the phone.",
      ]
    case .script:
      [
        "Run the command below, or post the same from anything else.",
        "“lat” and “lon” are all that is needed; without “timestamp” the moment of receipt counts.",
        "An answer 200 says that it is stored.",
      ]
    }
  }

  /// A further hint for setting it up; may be empty.
  public var hint: String {
    switch self {
    case .owntracks:
      "On Android, OwnTracks 2.6 takes settings from a link only where its own preferences allow that."
    case .overland:
      "Overland sends when the interval of its own settings is over; Rollcall sets that with each answer."
    case .traccar: "Traccar Client cannot send a password: the address itself is the secret."
    case .colota: "Colota wants https for every server that is not at home."
    case .gpslogger: "GPSLogger sends each position again with the day's file; Rollcall stores it once."
    case .transistor: "With batchSync and maxBatchSize a backlog comes in few requests."
    case .expo: "Expo tells no battery, and keeps nothing that could not be sent: that is up to the app."
    case .script: ""
    }
  }
}
