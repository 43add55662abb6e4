import Foundation
import Rollcall

/// How one person reacts to one offer: at random, within realistic limits.
struct OfferReaction: Equatable, Sendable {
  /// How long until they look at the phone, milliseconds; `nil` = never.
  var notice: Milliseconds?
  /// How long they then think, milliseconds.
  var thought: Milliseconds
  /// Whether they go.
  var goes: Bool

  /// The share who do not look at all, and the share with the phone in a pocket or a bag.
  private static let away = 0.08
  private static let pocket = 0.15
  private static let declines = 0.12

  /// A reaction for one offer.
  init(_ random: inout SmallRandom) {
    let chance = Double.random(in: 0..<1, using: &random)
    let quick = 6 * exp(0.9 * Self.normal(&random))
    let slow = Double.random(in: 40...240, using: &random)
    thought = Milliseconds.random(in: 2_000...12_000, using: &random)
    goes = Double.random(in: 0..<1, using: &random) >= Self.declines
    switch chance {
    case ..<Self.away: notice = nil
    case ..<(Self.away + Self.pocket): notice = Milliseconds.seconds(slow)
    default: notice = Milliseconds.seconds(min(120, max(1.5, quick)))
    }
  }

  private static func normal(_ random: inout SmallRandom) -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
  }
}
