import Rollcall

/// A way through a grid of streets while it is made: block by block, with the times.
struct StreetWay {
  /// Where two streets cross: blocks north and east of the middle of the town.
  struct Corner: Equatable {
    var north: Int
    var east: Int
  }

  /// How somebody moves from corner to corner.
  struct Gait {
    /// Metres per second between stops.
    var speed: Double
    /// By which share it varies from block to block.
    var varies = 0.04
    /// How many of the corners stop them, 0…1.
    var lights = 0.0
    /// How long, seconds.
    var wait = 5.0...45.0
    /// How fast they gain speed and lose it, m/s²; `nil` = at once.
    var acceleration: Double?
  }

  /// How long a block is, metres.
  static let block = 80.0
  /// How many blocks the town reaches from its middle.
  private static let reach = 20
  /// How finely a block is told where the speed changes in it.
  private static let parts = 8

  /// Where it began.
  let home: Corner
  /// What was passed so far, and when.
  private(set) var stations: [Route.Station] = []
  /// How long it has taken so far.
  private(set) var seconds = 0.0
  private let town: Position
  private var random: SmallRandom
  private var here: Corner
  private var isMoving = false

  /// A way that begins at some corner near the middle.
  init(around town: Position, seed: UInt64) {
    self.town = town
    random = SmallRandom(seed: seed &* 7_919 &+ 17)
    home = Corner(
      north: Int.random(in: -10...10, using: &random), east: Int.random(in: -10...10, using: &random))
    here = home
    note(north: Double(home.north), east: Double(home.east))
  }

  mutating func happens(_ chance: Double) -> Bool { Double.random(in: 0..<1, using: &random) < chance }

  mutating func spread(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }

  /// Some corner so many blocks from here at most, in the town.
  mutating func corner(within blocks: Int) -> Corner {
    func near(_ place: Int) -> Int {
      let step = Int.random(in: -blocks...blocks, using: &random)
      return max(-Self.reach, min(Self.reach, place + step))
    }
    let found = Corner(north: near(here.north), east: near(here.east))
    guard found == here else { return found }
    return Corner(north: here.north, east: here.east < Self.reach ? here.east + 1 : here.east - 1)
  }

  /// Stays where they are, for so many seconds.
  mutating func rest(_ range: ClosedRange<Double>) {
    seconds += spread(range).rounded()
    isMoving = false
    note(north: Double(here.north), east: Double(here.east))
  }

  /// Goes along the streets: first the one, then the other way.
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
      note(
        north: Double(here.north) + Double(next.north - here.north) * share,
        east: Double(here.east) + Double(next.east - here.east) * share)
    }
    here = next
    isMoving = !stops
  }

  private mutating func note(north: Double, east: Double) {
    let place = Position(
      latitude: town.latitude + north * Self.block / Earth.metresPerDegree,
      longitude: town.longitude + east * Self.block / Earth.metresPerDegree(atLatitude: town.latitude))
    guard let place else { return }
    stations.append(Route.Station(place, at: Milliseconds((seconds * 1_000).rounded())))
  }
}
