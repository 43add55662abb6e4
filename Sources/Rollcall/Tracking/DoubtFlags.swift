/// Reasons to doubt a fix. A flag never deletes one.
public struct DoubtFlags: OptionSet, Hashable, Sendable {
  /// The bits as stored; never renumbered.
  public let rawValue: Int64

  /// Flags from their stored bits.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// The phone itself reports a mock position.
  public static let mock = DoubtFlags(rawValue: 1 << 0)
  /// Faster than people travel.
  public static let speed = DoubtFlags(rawValue: 1 << 1)
  /// Identical to the last digit while movement is claimed.
  public static let frozen = DoubtFlags(rawValue: 1 << 2)
  /// The phone's clock was wrong enough to matter.
  public static let clockSkew = DoubtFlags(rawValue: 1 << 3)
  /// Exactly (0, 0).
  public static let nullIsland = DoubtFlags(rawValue: 1 << 4)
  /// Negative accuracy: the phone itself calls the fix invalid.
  public static let invalidFix = DoubtFlags(rawValue: 1 << 5)
  /// Accuracy too good to be true.
  public static let accuracy = DoubtFlags(rawValue: 1 << 6)
  /// The same queue and sequence as another ping, with different content.
  public static let sequenceConflict = DoubtFlags(rawValue: 1 << 7)
  /// The network's country is not the position's.
  public static let networkCountry = DoubtFlags(rawValue: 1 << 8)
  /// The network's kind does not fit the position.
  public static let networkType = DoubtFlags(rawValue: 1 << 9)

  /// Not a doubt: a sign of life that repeats a place other than the latest. History, never a fix. It has no
  /// word.
  public static let repeated = DoubtFlags(rawValue: 1 << 10)

  /// Every flag with its word, in the order of output.
  public static let words: [(flag: DoubtFlags, word: String)] = [
    (.mock, "mock"), (.speed, "speed"), (.frozen, "frozen"), (.clockSkew, "clock_skew"),
    (.nullIsland, "null_island"), (.invalidFix, "invalid_fix"), (.accuracy, "accuracy"),
    (.sequenceConflict, "sequence_conflict"), (.networkCountry, "network_country"),
    (.networkType, "network_type"),
  ]

  /// The words of the flags that are set.
  public var names: [String] { Self.words.filter { contains($0.flag) }.map(\.word) }

  /// The flag with this word, or `nil`.
  public static func named(_ word: String) -> DoubtFlags? { words.first { $0.word == word }?.flag }
}
