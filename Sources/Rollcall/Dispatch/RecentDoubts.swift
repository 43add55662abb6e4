/// The doubts of the last 24 hours about a person's positions. A person with one is asked after all others,
/// even when their latest position is clean.
public struct RecentDoubts: Equatable, Sendable {
  /// How long a doubt counts after the position's effective time, milliseconds.
  public static let lasting: Milliseconds = 86_400_000
  /// The flags that count: the position may be false.
  public static let counted: DoubtFlags = [.mock, .speed, .frozen, .networkCountry, .networkType]

  /// The effective time of the newest position with each flag, by the flag's bit.
  private var newest: [Int64: Timestamp] = [:]

  /// No doubts.
  public init() {}

  /// Records the flags of a position; ignores those that do not count.
  public mutating func note(_ flags: DoubtFlags, at effective: Timestamp) {
    for (flag, _) in DoubtFlags.words where flags.intersection(Self.counted).contains(flag) {
      newest[flag.rawValue] = max(newest[flag.rawValue] ?? effective, effective)
    }
  }

  /// The flags that count at an instant.
  public func flags(at now: Timestamp) -> DoubtFlags {
    newest.reduce(into: []) { flags, entry in
      if now.since(entry.value) <= Self.lasting { flags.insert(DoubtFlags(rawValue: entry.key)) }
    }
  }

  /// The last instant at which a flag counts; `nil` without flags.
  public var until: Timestamp? { newest.values.max()?.advanced(by: Self.lasting) }
}
