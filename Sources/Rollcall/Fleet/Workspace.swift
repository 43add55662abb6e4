/// The tenant. Every row of data belongs to exactly one workspace and is invisible to others.
public struct Workspace: Equatable, Sendable {
  /// A workspace's id.
  public typealias ID = Identifier<Workspace>

  /// Its id.
  public var id: ID
  /// Its name in URLs: 1 to 40 of `a-z`, `0-9` and `-`, neither first nor last a `-`.
  public var slug: String
  /// Its name for people.
  public var name: String
  /// Its IANA time zone, e.g. `Europe/Ljubljana`.
  public var timeZone: String
  /// The country in which its people's numbers are dialled, ISO 3166-1; empty = none: numbers need a `+`.
  public var country = ""
  /// How many days of pings are shown and kept, 1 to 3,650.
  public var retentionDays: Int
  /// Whether every offline responder is an alert, not only those with an incident.
  public var tellsOffline: Bool
  /// When many simultaneous silences become one alert.
  public var massSilence: MassSilenceRule
  /// Whether owners and admins need a second factor to log in.
  public var ownersNeedTwoFactor: Bool
  /// Whether visible pages of the control room keep their members logged in.
  public var watchingCounts = true
  /// The map outside to which positions link (``MapLink``); empty = none.
  public var mapLink = ""

  /// Whether admins see above the board what is still to be set up.
  public var showsChecklist = true

  /// Creates a workspace.
  public init(
    id: ID, slug: String, name: String, timeZone: String, retentionDays: Int, tellsOffline: Bool = false,
    massSilence: MassSilenceRule = .standard, ownersNeedTwoFactor: Bool = false, country: String = ""
  ) {
    self.country = country
    self.id = id
    self.slug = slug
    self.name = name
    self.timeZone = timeZone
    self.retentionDays = retentionDays
    self.tellsOffline = tellsOffline
    self.massSilence = massSilence
    self.ownersNeedTwoFactor = ownersNeedTwoFactor
  }

  /// How many days of pings can be kept.
  public static let retentions = 1...3_650

  /// Whether `slug` may name a workspace in a URL.
  public static func isValid(slug: String) -> Bool {
    let bytes = slug.utf8
    guard (1...40).contains(bytes.count), bytes.first != UInt8(ascii: "-"), bytes.last != UInt8(ascii: "-")
    else { return false }
    return bytes.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
  }
}

/// When many simultaneous silences become one alert, as a workspace sets it.
public struct MassSilenceRule: Equatable, Sendable {
  /// How many of a hundred must fall silent, 10 to 100.
  public var percent: Int
  /// Within how many minutes, 1 to 15.
  public var minutes: Int

  /// Creates a rule.
  public init(percent: Int = 40, minutes: Int = 2) {
    self.percent = percent
    self.minutes = minutes
  }

  /// The default.
  public static let standard = MassSilenceRule()
  /// Fewer people never count as a mass silence, whatever their share.
  public static let fewest = 5
  /// The percentages that can be set.
  public static let percents = 10...100
  /// The minutes that can be set.
  public static let lengths = 1...15

  /// How long after the share was reached an alert may still be opened, milliseconds. A share that becomes
  /// large later, because others have gone off duty, is no mass silence.
  public static let freshness: Milliseconds = 300_000

  /// Milliseconds.
  public var window: Milliseconds { Int64(minutes) * 60_000 }

  /// How many people must fall silent out of this many.
  public func needed(of people: Int) -> Int {
    max(Self.fewest, (people * percent + 99) / 100)
  }
}

/// A setting of a workspace, said once: its name in the database, forms, the audit and answers of commands, which values
/// it takes, and where it is kept. A new one is a member of `Workspace` with an entry here, and a column of the schema.
public struct WorkspaceSetting: Sendable {
  /// The settings, by their names, in the order of the form.
  public enum ID: String, CaseIterable, Sendable {
    case name
    case timeZone = "time_zone"
    case country
    case retentionDays = "retention_days"
    case offlineAlerts = "offline_alerts"
    case massPercent = "mass_percent"
    case massMinutes = "mass_minutes"
    case ownersTwoFactor = "owners_two_factor"
    case watchingCounts = "watching_counts"
    case mapLink = "map_link"
    case checklist
  }

  /// Which setting it is.
  public let id: ID
  /// Which values it takes, and where they are kept.
  public let kind: Kind

  /// What a setting holds.
  public enum Kind: Sendable {
    /// A text of some bytes.
    case text(any WritableKeyPath<Workspace, String> & Sendable, bytes: ClosedRange<Int>)
    /// The name of a time zone.
    case zone(any WritableKeyPath<Workspace, String> & Sendable)
    /// The code of a country, or nothing.
    case country(any WritableKeyPath<Workspace, String> & Sendable)
    /// A whole number.
    case number(any WritableKeyPath<Workspace, Int> & Sendable, ClosedRange<Int>)
    /// On or off.
    case flag(any WritableKeyPath<Workspace, Bool> & Sendable)
  }

  private init(_ id: ID) {
    self.id = id
    kind =
      switch id {
      case .name: .text(\.name, bytes: NameLimits.name)
      case .timeZone: .zone(\.timeZone)
      case .country: .country(\.country)
      case .retentionDays: .number(\.retentionDays, Workspace.retentions)
      case .offlineAlerts: .flag(\.tellsOffline)
      case .massPercent: .number(\.massSilence.percent, MassSilenceRule.percents)
      case .massMinutes: .number(\.massSilence.minutes, MassSilenceRule.lengths)
      case .ownersTwoFactor: .flag(\.ownersNeedTwoFactor)
      case .watchingCounts: .flag(\.watchingCounts)
      case .mapLink: .text(\.mapLink, bytes: MapLink.bytes)
      case .checklist: .flag(\.showsChecklist)
      }
  }

  /// Every setting, in the order of the form.
  public static let all = ID.allCases.map(WorkspaceSetting.init)

  /// Its name, which is also its column.
  public var name: String { id.rawValue }

  /// The value as the audit and forms have it: a text, digits, `on` or `off`.
  public func text(_ workspace: Workspace) -> String {
    switch kind {
    case .text(let path, _), .zone(let path), .country(let path): workspace[keyPath: path]
    case .number(let path, _): "\(workspace[keyPath: path])"
    case .flag(let path): workspace[keyPath: path] ? "on" : "off"
    }
  }

  /// Gives one workspace the value of another.
  public func copy(from other: Workspace, to workspace: inout Workspace) {
    switch kind {
    case .text(let path, _), .zone(let path), .country(let path):
      workspace[keyPath: path] = other[keyPath: path]
    case .number(let path, _): workspace[keyPath: path] = other[keyPath: path]
    case .flag(let path): workspace[keyPath: path] = other[keyPath: path]
    }
  }

  /// Why the value cannot be kept; `nil` when it can.
  ///
  /// - Parameter isZone: whether the system knows a time zone of this name.
  public func problem(_ workspace: Workspace, isZone: (String) -> Bool) -> String? {
    if id == .mapLink, !MapLink.isValid(workspace.mapLink) {
      return "An https address with {lat} and {lng} in it, or nothing."
    }
    return switch kind {
    case .text(let path, let bytes):
      workspace[keyPath: path].hasBytes(bytes)
        ? nil : "\(NameLimits.words(bytes))."
    case .zone(let path):
      isZone(workspace[keyPath: path]) ? nil : "No such time zone. Write it like Europe/Ljubljana."
    case .country(let path):
      workspace[keyPath: path].isEmpty || Country(workspace[keyPath: path])?.code == workspace[keyPath: path]
        ? nil : "No such country. Write its code of two letters, such as SI."
    case .number(let path, let range): range.contains(workspace[keyPath: path]) ? nil : range.wholeNumber
    case .flag: nil
    }
  }
}

extension ClosedRange<Int> {
  /// `A whole number from 1 to 3,650.`
  public var wholeNumber: String {
    "A whole number from \(Self.grouped(lowerBound)) to \(Self.grouped(upperBound))."
  }

  /// Digits in groups of three.
  private static func grouped(_ number: Int) -> String {
    number < 1_000 ? "\(number)" : "\(grouped(number / 1_000)),\(String(1_000 + number % 1_000).dropFirst())"
  }
}
