/// The verdict on a check-in or check-out: what it proves about being at an outlet.
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

  /// The largest accuracy of a phone that is added to the radius, metres.
  public static let grantedAccuracy = 50.0
  /// Farther than this many radii, a position is rejected.
  public static let rejectedRadii = 3.0

  /// The word for it.
  public var word: Word
  /// Why, a short sentence.
  public var reason: String
  /// How far from the outlet the position is, metres.
  public var distance: Double

  /// Creates a verdict, for example from a stored one.
  public init(word: Word, reason: String, distance: Double) {
    (self.word, self.reason, self.distance) = (word, reason, distance)
  }

  /// Judges a position reported at an outlet.
  ///
  /// Verified within the radius plus the accuracy, of which at most ``grantedAccuracy`` counts, unless the
  /// position is a mock one. Rejected beyond ``rejectedRadii`` radii. Doubtful otherwise. The order matters:
  /// at an outlet with a small radius, a position beyond three radii may still be verified.
  ///
  /// - Parameters:
  ///   - ping: the position with its accuracy, and whether the phone calls it a mock one.
  ///   - outlet: the outlet's position.
  ///   - radius: the outlet's radius, metres, more than 0.
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
