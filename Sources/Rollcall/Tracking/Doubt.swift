/// One reason to doubt one fix, with the figures behind it: no more about the person than needed.
public enum Doubt: Equatable, Sendable {
  /// Which neighbour a fix was compared with.
  public enum Neighbour: Int, Sendable {
    case before = 0
    case after = 1
  }

  /// The kinds of network that a phone in the street does not use.
  public enum NetworkKind: String, CaseIterable, Sendable {
    case hosting, relay
  }

  /// The phone itself reports a mock position.
  case mock
  /// The distance in metres and the time in seconds to the credible fix before or after it.
  case speed(metres: Double, seconds: Double, from: Neighbour)
  /// This many fixes at exactly the same place within this many seconds, at a claimed speed in metres per
  /// second.
  case frozen(fixes: Int, seconds: Double, speed: Double)
  /// The phone's clock was ahead by this many seconds; behind if negative.
  case clockSkew(seconds: Double)
  /// Exactly (0, 0).
  case nullIsland
  /// Negative accuracy, metres.
  case invalidFix(accuracy: Double)
  /// An accuracy that no phone reaches, metres.
  case accuracy(metres: Double)
  /// The queue's number had come before with different content.
  case sequenceConflict(Int64)
  /// The address belongs to a country (ISO 3166-1) whose outline is this many kilometres away from the fix.
  case networkCountry(String, kilometres: Double)
  /// The address belongs to a hosting network, or to one that hides its user's location; the network's
  /// number, if known.
  case networkType(NetworkKind, network: Int64?)

  /// The flag it raises.
  public var flag: DoubtFlags {
    switch self {
    case .mock: .mock
    case .speed: .speed
    case .frozen: .frozen
    case .clockSkew: .clockSkew
    case .nullIsland: .nullIsland
    case .invalidFix: .invalidFix
    case .accuracy: .accuracy
    case .sequenceConflict: .sequenceConflict
    case .networkCountry: .networkCountry
    case .networkType: .networkType
    }
  }

  /// How strong it is compared with others of the same flag.
  public var strength: Double {
    switch self {
    case .speed(let metres, let seconds, _): metres / max(seconds, 1)
    case .frozen(_, let seconds, _): seconds
    case .clockSkew(let seconds): abs(seconds)
    case .accuracy(let metres): -metres
    case .networkCountry(_, let kilometres): kilometres
    default: 0
    }
  }
}

extension [Doubt] {
  /// The flags that they raise.
  public var flags: DoubtFlags { reduce(into: []) { $0.formUnion($1.flag) } }
}

extension Ping {
  /// Metres: no phone is more accurate than this, whatever it claims.
  public static let finestAccuracy = 1.0

  /// The doubts that a ping raises by itself.
  public var doubts: [Doubt] {
    var doubts: [Doubt] = []
    if isMock == .yes { doubts.append(.mock) }
    if position.isNullIsland { doubts.append(.nullIsland) }
    if let accuracy, accuracy < 0 { doubts.append(.invalidFix(accuracy: accuracy)) }
    if let accuracy, (0..<Self.finestAccuracy).contains(accuracy) {
      doubts.append(.accuracy(metres: accuracy))
    }
    return doubts
  }
}

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
