/// What a person has decided about a doubt.
public enum DoubtState: Int, CaseIterable, Sendable {
  /// Nobody has looked at it.
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
  /// Those that, once confirmed, say that a position was made up, not that a clock or a sensor was wrong.
  public static let falsePlace: DoubtFlags = [
    .mock, .speed, .frozen, .accuracy, .networkCountry, .networkType,
  ]
}
