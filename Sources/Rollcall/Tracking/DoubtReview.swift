/// A person's decision about a doubt.
public enum DoubtState: Int, CaseIterable, Sendable {
  /// Not reviewed yet.
  case open = 0
  /// The position is false.
  case confirmed = 1
  /// The position is all right.
  case cleared = 2

  /// The word in addresses, answers and reports.
  public var word: String {
    switch self {
    case .open: "open"
    case .confirmed: "confirmed"
    case .cleared: "cleared"
    }
  }

  /// The state with this word.
  public init?(word: String) {
    guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = found
  }
}

extension DoubtFlags {
  /// The flags that, once confirmed, mean a fabricated position rather than a wrong clock or sensor.
  public static let falsePlace: DoubtFlags = [
    .mock, .speed, .frozen, .accuracy, .networkCountry, .networkType,
  ]
}

/// How doubtful a responder's positions of one day are, 0…100: a number to sort by, not a verdict.
///
/// Each flag has a weight. Unreviewed doubts count a quarter of it for one position, half for two to four,
/// the whole from five on: one bad fix is not much. Confirmed doubts count in full; dismissed ones do not
/// count. The sum is capped at 100.
public struct DoubtScore: Equatable, Comparable, Sendable {
  /// 0…100.
  public let points: Int

  /// What each flag weighs.
  public static let weights: [(flag: DoubtFlags, weight: Int)] = [
    (.mock, 60), (.speed, 30), (.frozen, 30), (.accuracy, 20), (.networkType, 20), (.networkCountry, 20),
    (.sequenceConflict, 10), (.clockSkew, 10), (.nullIsland, 5), (.invalidFix, 5),
  ]

  /// The score for the number of positions with each flag, unreviewed and confirmed.
  public init(_ counts: [(flag: DoubtFlags, open: Int, confirmed: Int)]) {
    var sum = 0
    for (flag, weight) in Self.weights {
      let found = counts.filter { $0.flag == flag }
      let open = found.reduce(0) { Self.sum($0, $1.open) }
      let isConfirmed = found.contains { $0.confirmed > 0 }
      // In quarters, so that nothing is rounded before the end.
      sum += weight * (isConfirmed ? 4 : Self.quarters(open))
    }
    points = min((sum + 3) / 4, 100)
  }

  /// Whether the first is less doubtful.
  public static func < (one: DoubtScore, other: DoubtScore) -> Bool { one.points < other.points }

  private static func quarters(_ count: Int) -> Int {
    switch count {
    case ..<1: 0
    case 1: 1
    case 2...4: 2
    default: 4
    }
  }

  private static func sum(_ one: Int, _ other: Int) -> Int {
    let (sum, overflow) = one.addingReportingOverflow(max(other, 0))
    return overflow ? .max : sum
  }
}
