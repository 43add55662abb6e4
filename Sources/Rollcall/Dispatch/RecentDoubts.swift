/// The doubts of the last 24 hours about where a person says they are. With one of them a person is asked after all
/// others, also when their latest position is clean.
public struct RecentDoubts: Equatable, Sendable {
  /// How long a doubt counts after the position's effective time, milliseconds.
  public static let lasting: Milliseconds = 86_400_000
  /// The flags that count: the position may be false.
  public static let counted: DoubtFlags = [.mock, .speed, .frozen, .networkCountry, .networkType]

  /// The effective time of the newest position with each flag, by the flag's bit.
  private var newest: [Int64: Timestamp] = [:]

  /// No doubts.
  public init() {}

  /// Notes the flags of a position; those that do not count are passed over.
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
