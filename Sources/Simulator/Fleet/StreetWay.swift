import Rollcall

/// Builds a route through a grid of streets: block by block, with the times.
struct StreetWay {
  /// A crossing: blocks north and east of the middle of the town.
  struct Corner: Equatable {
    var north: Int
    var east: Int
  }

  /// How a person moves from corner to corner.
  struct Gait {
    /// Metres per second between stops.
    var speed: Double
    /// The relative variation from block to block.
    var varies = 0.04
    /// The share of corners where they must stop, 0…1.
    var lights = 0.0
    /// How long, seconds.
    var wait = 5.0...45.0
    /// Acceleration and braking, m/s²; `nil` = instantaneous.
    var acceleration: Double?
  }

  /// How long a block is, metres.
  static let block = 80.0
  /// The radius of the town, blocks.
  private static let reach = 20
  /// Into how many parts a block is divided where the speed changes in it.
  private static let parts = 8

  /// Where it began.
  let home: Corner
  /// The points passed so far, with their times.
  private(set) var stations: [Route.Station] = []
  /// The time so far.
  private(set) var seconds = 0.0
  private let town: Position
  private var random: SmallRandom
  private var here: Corner
  private var isMoving = false

  /// Starts at a random corner near the middle.
  init(around town: Position, seed: UInt64) {
    self.town = town
    random = SmallRandom(seed: seed &* 7_919 &+ 17)
    home = Corner(
      north: Int.random(in: -10...10, using: &random), east: Int.random(in: -10...10, using: &random))
    here = home
    record(north: Double(home.north), east: Double(home.east))
  }

  mutating func happens(_ chance: Double) -> Bool { Double.random(in: 0..<1, using: &random) < chance }

  mutating func spread(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }

  /// A random corner of the town, at most this many blocks from here.
  mutating func corner(within blocks: Int) -> Corner {
    func near(_ place: Int) -> Int {
      let step = Int.random(in: -blocks...blocks, using: &random)
      return max(-Self.reach, min(Self.reach, place + step))
    }
    let found = Corner(north: near(here.north), east: near(here.east))
    guard found == here else { return found }
    return Corner(north: here.north, east: here.east < Self.reach ? here.east + 1 : here.east - 1)
  }

  /// Rests for a random time in seconds.
  mutating func rest(_ range: ClosedRange<Double>) {
    seconds += spread(range).rounded()
    isMoving = false
    record(north: Double(here.north), east: Double(here.east))
  }

  /// Goes along the streets: first in the one direction, then in the other.
  mutating func go(to target: Corner, _ gait: Gait) {
    while here != target {
      let isNorthward = here.north != target.north && (here.east == target.east || happens(0.5))
      let next =
        isNorthward
        ? Corner(north: here.north + (here.north < target.north ? 1 : -1), east: here.east)
        : Corner(north: here.north, east: here.east + (here.east < target.east ? 1 : -1))
      let stops = next == target || happens(gait.lights)
      pass(to: next, gait, stops: stops && gait.acceleration != nil)
      guard next != target, stops else { continue }
      rest(gait.wait)
    }
  }

  private mutating func pass(to next: Corner, _ gait: Gait, stops: Bool) {
    let speed = gait.speed * spread((1 - gait.varies)...(1 + gait.varies))
    let parts = gait.acceleration == nil ? 1 : Self.parts
    let length = Self.block / Double(parts)
    for part in 0..<parts {
      let middle = (Double(part) + 0.5) * length
      var fastest = speed
      if let acceleration = gait.acceleration {
        if !isMoving { fastest = min(fastest, (2 * acceleration * middle).squareRoot()) }
        if stops { fastest = min(fastest, (2 * acceleration * (Self.block - middle)).squareRoot()) }
      }
      seconds += length / max(0.5, fastest)
      let share = Double(part + 1) / Double(parts)
      record(
        north: Double(here.north) + Double(next.north - here.north) * share,
        east: Double(here.east) + Double(next.east - here.east) * share)
    }
    here = next
    isMoving = !stops
  }

  private mutating func record(north: Double, east: Double) {
    let place = Position(
      latitude: town.latitude + north * Self.block / Earth.metresPerDegree,
      longitude: town.longitude + east * Self.block / Earth.metresPerDegree(atLatitude: town.latitude))
    guard let place else { return }
    stations.append(Route.Station(place, at: Milliseconds((seconds * 1_000).rounded())))
  }
}
