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
  /// How many days of pings are shown and kept, 1 to 3,650.
  public var retentionDays: Int
  /// Whether every offline responder is an alert, not only those with an incident.
  public var tellsOffline: Bool
  /// When many simultaneous silences become one alert.
  public var massSilence: MassSilenceRule
  /// Whether owners and admins need a second factor to log in.
  public var ownersNeedTwoFactor: Bool

  /// Creates a workspace.
  public init(
    id: ID, slug: String, name: String, timeZone: String, retentionDays: Int, tellsOffline: Bool = false,
    massSilence: MassSilenceRule = .standard, ownersNeedTwoFactor: Bool = false
  ) {
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
