/// What a check-in or check-out proves about having been at an outlet.
public struct VisitVerdict: Equatable, Sendable {
  /// The word for it.
  public enum Word: String, CaseIterable, Sendable {
    /// They were there.
    case verified
    /// They may have been there.
    case doubtful
    /// They were not there.
    case rejected
  }

  /// How many metres of a phone's own uncertainty are granted at most.
  public static let grantedAccuracy = 50.0
  /// Beyond so many radii nobody was there.
  public static let rejectedRadii = 3.0

  /// The word for it.
  public var word: Word
  /// Why, a short sentence.
  public var reason: String
  /// How far from the outlet the position is, metres.
  public var distance: Double

  /// A verdict from its parts, e.g. as the store remembers it.
  public init(word: Word, reason: String, distance: Double) {
    (self.word, self.reason, self.distance) = (word, reason, distance)
  }

  /// Judges a position taken at an outlet.
  ///
  /// Verified within the radius and the accuracy, of which at most ``grantedAccuracy`` counts, unless the position is
  /// made up; rejected beyond ``rejectedRadii`` radii; doubtful else. In this order: an outlet with a small radius may
  /// be verified beyond three of them.
  ///
  /// - Parameters:
  ///   - ping: the position with its accuracy, and whether the phone says that it is made up.
  ///   - outlet: where they should be.
  ///   - radius: how near, metres, more than 0.
  public init(of ping: Ping, at outlet: Position, radius: Double) {
    distance = ping.position.distance(to: outlet)
    let accuracy = ping.accuracy.flatMap { $0 >= 0 ? $0 : nil }
    if let accuracy, ping.isMock == .no, distance <= radius + min(accuracy, Self.grantedAccuracy) {
      (word, reason) = (.verified, "within \(Rounded.metres(radius)) of the outlet")
    } else if distance > radius * Self.rejectedRadii {
      (word, reason) = (
        .rejected,
        "\(Rounded.metres(distance)) from the outlet, more than \(Rounded.metres(radius * Self.rejectedRadii))"
      )
    } else {
      (word, reason) = (.doubtful, Self.doubt(ping, accuracy, distance, radius))
    }
  }

  private static func doubt(_ ping: Ping, _ accuracy: Double?, _ distance: Double, _ radius: Double) -> String
  {
    if ping.isMock == .yes { return "the phone says that its position is made up" }
    if ping.isMock == .unknown { return "the phone does not say whether its position is made up" }
    if ping.accuracy != nil, accuracy == nil { return "the phone calls its position invalid" }
    if accuracy == nil { return "the phone does not say how accurate its position is" }
    return
      "\(Rounded.metres(distance)) from the outlet, which is more than \(Rounded.metres(radius)) and the accuracy"
  }
}
