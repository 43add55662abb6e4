/// One reason to doubt one fix, with what it was found by: numbers, never more about the person than needed.
public enum Doubt: Equatable, Sendable {
  /// Which fix another one was held against.
  public enum Neighbour: Int, Sendable {
    case before = 0
    case after = 1
  }

  /// What gives a network away that no phone in a street is in.
  public enum NetworkKind: String, CaseIterable, Sendable {
    case hosting, relay
  }

  /// The phone itself says that the position is made up.
  case mock
  /// So many metres from the fix before or after it that is believed, so many seconds apart.
  case speed(metres: Double, seconds: Double, from: Neighbour)
  /// So many fixes at the same place to the last digit within so many seconds, at a claimed speed in metres per second.
  case frozen(fixes: Int, seconds: Double, speed: Double)
  /// The phone's clock was ahead by so many seconds; behind if negative.
  case clockSkew(seconds: Double)
  /// Exactly (0, 0).
  case nullIsland
  /// Negative accuracy, metres.
  case invalidFix(accuracy: Double)
  /// An accuracy that no phone reaches, metres.
  case accuracy(metres: Double)
  /// The queue's number that had come before with other content.
  case sequenceConflict(Int64)
  /// The address it came from belongs to a country (ISO 3166-1) whose outline the fix is so many kilometres away from.
  case networkCountry(String, kilometres: Double)
  /// The address belongs to a network of servers, or to one that hides where one is; the network's number, if known.
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

  /// How strong it is beside others of the same flag; more is stronger.
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
  /// Metres: no phone knows where it is to less than this, whatever it claims.
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
