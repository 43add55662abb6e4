import Rollcall
import Testing

@testable import Simulator

@Suite("How far off a receiver is")
struct PositionErrorTests {
  private typealias Surroundings = PositionError.Surroundings

  /// Errors at times so far apart, metres north and east.
  private static func offsets(
    _ surroundings: Surroundings, every pause: Milliseconds, count: Int = 4_000
  ) -> [(north: Double, east: Double)] {
    var error = PositionError()
    var random = SmallRandom(seed: 8)
    return (0..<count).map { error.offset(at: Milliseconds($0) * pause, in: surroundings, &random) }
  }

  private static func deviation(_ values: [Double]) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(max(1, values.count))).squareRoot()
  }

  @Test(
    "worse between high houses than under a roof, and there worse than in the open",
    arguments: [(Surroundings.open, 3.0), (.indoors, 7), (.canyon, 10)])
  func deviations(surroundings: PositionError.Surroundings, metres: Double) {
    // So far apart that each is new.
    let offsets = Self.offsets(surroundings, every: 3_600_000)
    for axis in [offsets.map(\.north), offsets.map(\.east)] {
      #expect(abs(Self.deviation(axis) / metres - 1) < 0.1, "\(surroundings): \(Self.deviation(axis)) m")
      #expect(abs(axis.reduce(0, +) / Double(axis.count)) < metres / 10, "off to no side")
    }
  }

  @Test(
    "two fixes soon after each other are off the same way: the error drifts",
    arguments: [(Surroundings.open, 4_500), (.canyon, 4_500), (.indoors, 30_000)]
      as [(
        PositionError.Surroundings, Milliseconds
      )])
  func correlation(surroundings: PositionError.Surroundings, pause: Milliseconds) {
    let norths = Self.offsets(surroundings, every: pause).map(\.north)
    let steps = zip(norths, norths.dropFirst()).map { $1 - $0 }
    // After a tenth of the memory: exp(-0.1) of the error is left, so a step is 0.44 of it.
    let share = Self.deviation(steps) / Self.deviation(norths)
    #expect((0.38...0.5).contains(share), "\(surroundings): \(share)")
  }

  @Test("a third of the streets lie between high houses, and who rests for minutes is indoors")
  func surroundings() throws {
    var counts: [Bool: Int] = [:]
    for block in 0..<3_000 {
      let position = try #require(
        Position(
          latitude: 46 + Double(block % 60) * 0.000_72, longitude: 14.5 + Double(block / 60) * 0.001_04))
      func place(rest: Milliseconds?) -> Route.Place {
        Route.Place(position: position, speed: rest == nil ? 1 : 0, heading: nil, rest: rest, untilTurn: 1)
      }
      counts[Surroundings(of: place(rest: nil)) == .canyon, default: 0] += 1
      #expect(Surroundings(of: place(rest: 60_000)) == Surroundings(of: place(rest: nil)))
      #expect(Surroundings(of: place(rest: 180_000)) == .indoors)
    }
    #expect((800...1_200).contains(counts[true] ?? 0), "\(counts)")
  }
}
