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

  /// Whether it can be set.
  public var isValid: Bool { Self.percents.contains(percent) && Self.lengths.contains(minutes) }

  /// Milliseconds.
  public var window: Milliseconds { Int64(minutes) * 60_000 }

  /// How many people must fall silent out of this many.
  public func needed(of people: Int) -> Int {
    max(Self.fewest, (people * percent + 99) / 100)
  }
}
