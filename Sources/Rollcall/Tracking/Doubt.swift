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
