import Foundation
import Rollcall

/// The error of a receiver. It drifts, so that consecutive fixes are off in the same direction.
struct PositionError: Sendable {
  /// The surroundings of a receiver, which determine its accuracy.
  enum Surroundings: Equatable {
    /// A street with sky above it.
    case open
    /// Between high houses.
    case canyon
    /// Under a roof.
    case indoors

    /// The standard deviation along each axis, metres.
    var deviation: Double {
      switch self {
      case .open: 3
      case .canyon: 10
      case .indoors: 7
      }
    }
    /// The time constant of the drift, milliseconds.
    var memory: Double { self == .indoors ? 300_000 : 45_000 }
  }

  /// In standard deviations.
  private var north = 0.0
  private var east = 0.0
  private var last: Milliseconds?

  /// The error in metres `elapsed` milliseconds after the live start.
  mutating func offset(
    at elapsed: Milliseconds, in surroundings: Surroundings, _ random: inout SmallRandom
  ) -> (north: Double, east: Double) {
    let passed = last.map { Double(elapsed) - Double($0) } ?? .infinity
    let kept = exp(-max(0, passed) / surroundings.memory)
    let fresh = max(0, 1 - kept * kept).squareRoot()
    north = kept * north + fresh * Self.normal(&random)
    east = kept * east + fresh * Self.normal(&random)
    last = elapsed
    return (north * surroundings.deviation, east * surroundings.deviation)
  }

  /// Roughly normally distributed, deviation 1, at most 6.
  private static func normal(_ random: inout SmallRandom) -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
  }
}

extension PositionError.Surroundings {
  /// A third of the blocks of a town have tall houses; a person who rests for minutes is indoors.
  init(of place: Route.Place) {
    if let rest = place.rest, rest >= 180_000 {
      self = .indoors
      return
    }
    let north = UInt64(bitPattern: Int64((place.position.latitude * 1_390).rounded(.down)))
    let east = UInt64(bitPattern: Int64((place.position.longitude * 960).rounded(.down)))
    var block = SmallRandom(seed: north &* 1_000_003 &+ east)
    self = block.next() % 3 == 0 ? .canyon : .open
  }
}
