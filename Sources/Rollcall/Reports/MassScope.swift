/// Whom a mass silence is about: those of a region, or those whose phones come through one network.
public enum MassScope: Hashable, Sendable {
  /// The people of a region, by its name.
  case region(String)
  /// The people whose phones were last heard through a network, by its name.
  case network(String)

  /// As stored: `region/Center`, `network/A1 Slovenia`.
  public var text: String {
    switch self {
    case .region(let name): "region/\(name)"
    case .network(let name): "network/\(name)"
    }
  }

  /// A scope as stored; `nil` for what this program does not know.
  public init?(text: String) {
    for (prefix, scope) in [("region/", MassScope.region), ("network/", MassScope.network)]
    where text.utf8.starts(with: prefix.utf8) {
      self = scope(String(text.unicodeScalars.dropFirst(prefix.unicodeScalars.count)))
      return
    }
    return nil
  }

  /// As people read it: `Region Center`, `Network A1 Slovenia`.
  public var words: String {
    switch self {
    case .region(let name): "Region \(name)"
    case .network(let name): "Network \(name)"
    }
  }

  /// Regions before networks, then by name: of two that are equal otherwise the first one names the alert.
  var order: (Int, String) {
    switch self {
    case .region(let name): (0, name)
    case .network(let name): (1, name)
    }
  }
}

/// From when on a silence of many is one alert, as a workspace sets it.
public struct MassSilenceRule: Equatable, Sendable {
  /// How many of a hundred must fall silent, 10 to 100.
  public var percent: Int
  /// Within how many minutes, 1 to 15.
  public var minutes: Int

  /// A rule from its parts.
  public init(percent: Int = 40, minutes: Int = 2) {
    self.percent = percent
    self.minutes = minutes
  }

  /// What holds when nothing was set.
  public static let standard = MassSilenceRule()
  /// Fewer people are no mass, whatever their share.
  public static let fewest = 5
  /// The percentages that can be set.
  public static let percents = 10...100
  /// The minutes that can be set.
  public static let lengths = 1...15

  /// How long after the share was reached an alert may still be opened, milliseconds. What becomes a large share later,
  /// because others have gone off duty, is no mass silence.
  public static let freshness: Milliseconds = 300_000

  /// Whether it can be set.
  public var isValid: Bool { Self.percents.contains(percent) && Self.lengths.contains(minutes) }

  /// Milliseconds.
  public var window: Milliseconds { Int64(minutes) * 60_000 }

  /// How many of so many people are enough.
  public func needed(of people: Int) -> Int {
    max(Self.fewest, (people * percent + 99) / 100)
  }
}
