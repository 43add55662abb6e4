/// A doubt as stored: its flag, up to three numbers and a word.
public struct DoubtRecord: Equatable, Sendable {
  /// Exactly one.
  public var flag: DoubtFlags
  /// The doubt's figures; the flag tells what they mean.
  public var numbers: (first: Double?, second: Double?, third: Double?)
  /// A country or a kind.
  public var word: String?

  /// Creates a record.
  public init(
    flag: DoubtFlags, _ first: Double? = nil, _ second: Double? = nil, _ third: Double? = nil,
    word: String? = nil
  ) {
    self.flag = flag
    numbers = (first, second, third)
    self.word = word
  }

  /// The record of a doubt.
  public init(_ doubt: Doubt) {
    self.init(flag: doubt.flag)
    switch doubt {
    case .mock, .nullIsland: break
    case .speed(let metres, let seconds, let from): numbers = (metres, seconds, Double(from.rawValue))
    case .frozen(let fixes, let seconds, let speed): numbers = (Double(fixes), seconds, speed)
    case .clockSkew(let seconds): numbers.first = seconds
    case .invalidFix(let metres), .accuracy(let metres): numbers.first = metres
    case .sequenceConflict(let number): numbers.first = Double(number)
    case .networkCountry(let country, let kilometres): (numbers.first, word) = (kilometres, country)
    case .networkType(let kind, let network):
      (numbers.first, word) = (network.map(Double.init), kind.rawValue)
    }
  }

  /// The doubt; `nil` when a required figure is missing.
  public var doubt: Doubt? {
    switch flag {
    case .mock: return .mock
    case .nullIsland: return .nullIsland
    case .networkType:
      let number = numbers.first.flatMap { Int64(exactly: $0) }
      return word.flatMap(Doubt.NetworkKind.init).map { .networkType($0, network: number) }
    default: return numbers.first.flatMap(measured)
    }
  }

  private func measured(_ first: Double) -> Doubt? {
    switch flag {
    case .clockSkew: return .clockSkew(seconds: first)
    case .invalidFix: return .invalidFix(accuracy: first)
    case .accuracy: return .accuracy(metres: first)
    case .sequenceConflict: return Int64(exactly: first).map { .sequenceConflict($0) }
    case .networkCountry: return word.map { .networkCountry($0, kilometres: first) }
    default:
      guard let second = numbers.second, let third = numbers.third else { return nil }
      if flag == .speed {
        return .speed(metres: first, seconds: second, from: third == 0 ? .before : .after)
      }
      guard flag == .frozen, let fixes = Int(exactly: first) else { return nil }
      return .frozen(fixes: fixes, seconds: second, speed: third)
    }
  }

  /// Whether both say the same.
  public static func == (one: DoubtRecord, other: DoubtRecord) -> Bool {
    one.flag == other.flag && one.word == other.word && one.numbers == other.numbers
  }
}
