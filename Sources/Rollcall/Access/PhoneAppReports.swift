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
