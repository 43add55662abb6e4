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
