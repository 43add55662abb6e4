import DeviceKit
import Rollcall

/// The receiver of a simulated phone: the place on its route, with an error or a fault.
struct SimulatedReceiver: Sendable {
  /// How long a person must rest until the motion sensor says so, milliseconds.
  private static let settling: Milliseconds = 60_000
  /// The share of a resting phone's looks that return the position already known to the platform.
  private static let cachedShare = 0.15

  private let route: Route
  private let offset: Milliseconds
  private var random: SmallRandom
  private var error = PositionError()
  private var frozen: Position?
  private var last: (fix: Ping, at: Milliseconds)?
  /// The last position given to the app, without the error.
  private var told: Position?

  init(route: Route, seed: UInt64) {
    self.route = route
    random = SmallRandom(seed: seed)
    offset = Milliseconds.random(in: 0..<route.duration, using: &random)
  }

  /// The place on the route `elapsed` milliseconds after the live start.
  private func place(at elapsed: Milliseconds) -> Route.Place? { route.place(after: elapsed &+ offset) }

  /// The state of the motion sensor.
  func motion(at elapsed: Milliseconds) -> SamplingConditions.Motion {
    (place(at: elapsed)?.rest ?? 0) >= Self.settling ? .stationary : .moving
  }

  /// Whether the person has moved this many metres since the last fix.
  func hasMoved(_ distance: Double?, at elapsed: Milliseconds) -> Bool {
    guard let distance, let told, let place = place(at: elapsed), place.rest == nil else { return false }
    return told.distance(to: place.position) >= distance
  }

  /// When to look next: after this many metres, or when the motion sensor changes. Milliseconds.
  ///
  /// - Parameter pause: The shortest wait for the distance.
  func wait(at elapsed: Milliseconds, distance: Double?, pause: Milliseconds) -> Milliseconds {
    guard let place = place(at: elapsed) else { return .max }
    if let rest = place.rest {
      return rest < Self.settling ? min(place.untilTurn, Self.settling - rest) : place.untilTurn
    }
    guard let distance, place.speed > 0 else { return place.untilTurn }
    let passed = told.map { $0.distance(to: place.position) } ?? 0
    let left = Milliseconds.seconds(max(0, distance - passed) / place.speed) ?? .max
    return min(place.untilTurn + Self.settling, max(pause, left))
  }

  /// The fix `elapsed` milliseconds after the live start, without number and time.
  mutating func fix(at elapsed: Milliseconds, _ behaviour: PhoneBehaviour) -> Ping? {
    guard behaviour.findsPosition(at: elapsed), let place = place(at: elapsed) else { return nil }
    if let cached = cached(at: elapsed, place, behaviour) { return cached }
    guard let position = spoiled(place, at: elapsed, behaviour) else { return nil }
    var ping = Ping(position: position, isMock: behaviour.suffers(.mock, at: elapsed) ? .yes : .no)
    let deviation = PositionError.Surroundings(of: place).deviation
    ping.accuracy = (deviation * Double.random(in: 12...18, using: &random)).rounded() / 10
    if behaviour.suffers(.invalidFix, at: elapsed) { ping.accuracy = -1 }
    ping.speed = place.rest == nil ? measured(place.speed) : 0
    // The frozen position claims to move nevertheless.
    if behaviour.suffers(.frozen, at: elapsed) { ping.speed = max(1.4, ping.speed ?? 0) }
    ping.heading = place.heading.map { $0.rounded() }
    ping.source = .gps
    ping.signalQuality = .good
    last = (ping, elapsed)
    told = place.position
    return ping
  }

  /// Rounded to a tenth, with an error of up to a twentieth.
  private mutating func measured(_ speed: Double) -> Double {
    max(0, ((speed + Double.random(in: -0.05...0.05, using: &random)) * 10).rounded() / 10)
  }

  /// The answer of a platform that has looked recently: the same position again, with its age.
  private mutating func cached(
    at elapsed: Milliseconds, _ place: Route.Place, _ behaviour: PhoneBehaviour
  ) -> Ping? {
    let isSpoiled = [.mock, .frozen, .leap, .nullIsland, .invalidFix].contains {
      behaviour.suffers($0, at: elapsed)
    }
    guard !isSpoiled, let rest = place.rest, rest >= Self.settling, let last, elapsed > last.at,
      elapsed - last.at < rest, Double.random(in: 0..<1, using: &random) < Self.cachedShare
    else { return nil }
    var ping = last.fix
    ping.fixAge = Double(elapsed - last.at) / 1_000
    return ping
  }

  private mutating func spoiled(
    _ place: Route.Place, at elapsed: Milliseconds, _ behaviour: PhoneBehaviour
  ) -> Position? {
    if behaviour.suffers(.nullIsland, at: elapsed) { return Position(latitude: 0, longitude: 0) }
    guard behaviour.suffers(.frozen, at: elapsed) else {
      frozen = nil
      // A fabricated walk through the next quarter; a leap of some 30 km.
      if behaviour.suffers(.mock, at: elapsed) {
        return blurred(place, at: elapsed, north: 0.012, east: 0.021)
      }
      return blurred(place, at: elapsed, north: behaviour.suffers(.leap, at: elapsed) ? 0.27 : 0)
    }
    frozen = frozen ?? blurred(place, at: elapsed)
    return frozen
  }

  /// The receiver's version of a position: some metres off, to six decimals.
  private mutating func blurred(
    _ place: Route.Place, at elapsed: Milliseconds, north: Double = 0, east: Double = 0
  ) -> Position? {
    let off = error.offset(at: elapsed, in: PositionError.Surroundings(of: place), &random)
    let up = off.north / Earth.metresPerDegree
    let right = off.east / Earth.metresPerDegree(atLatitude: place.position.latitude)
    return Position(
      latitude: ((place.position.latitude + up + north) * 1_000_000).rounded() / 1_000_000,
      longitude: ((place.position.longitude + right + east) * 1_000_000).rounded() / 1_000_000)
  }
}

/// A small random source that gives the same numbers for the same seed (SplitMix64).
struct SmallRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
