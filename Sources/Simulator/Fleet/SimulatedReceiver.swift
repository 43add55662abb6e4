import Rollcall

/// What finds positions in a simulated phone: where its route is, some metres off, or what spoils it.
struct SimulatedReceiver: Sendable {
  private let route: Route
  private let offset: Milliseconds
  private var random: SmallRandom
  private var frozen: Position?

  init(route: Route, seed: UInt64) {
    self.route = route
    random = SmallRandom(seed: seed)
    offset = Milliseconds.random(in: 0..<route.duration, using: &random)
  }

  /// The fix `elapsed` milliseconds after the live start; neither numbered nor dated.
  mutating func fix(at elapsed: Milliseconds, _ behaviour: PhoneBehaviour) -> Ping? {
    guard behaviour.findsPosition(at: elapsed), let place = route.place(after: elapsed &+ offset),
      let position = spoiled(place.position, at: elapsed, behaviour)
    else { return nil }
    var ping = Ping(position: position, isMock: behaviour.suffers(.mock, at: elapsed) ? .yes : .no)
    ping.accuracy = Double(Int.random(in: 40...180, using: &random)) / 10
    if behaviour.suffers(.invalidFix, at: elapsed) { ping.accuracy = -1 }
    ping.speed = (place.speed * 10).rounded() / 10
    // Who repeats a position claims to move all the same.
    if behaviour.suffers(.frozen, at: elapsed) { ping.speed = max(1.4, ping.speed ?? 0) }
    ping.heading = place.heading.map { $0.rounded() }
    ping.source = .gps
    ping.signalQuality = .good
    return ping
  }

  private mutating func spoiled(
    _ position: Position, at elapsed: Milliseconds, _ behaviour: PhoneBehaviour
  ) -> Position? {
    if behaviour.suffers(.nullIsland, at: elapsed) { return Position(latitude: 0, longitude: 0) }
    guard behaviour.suffers(.frozen, at: elapsed) else {
      frozen = nil
      // A made-up walk through the next quarter; a leap of some 30 km.
      if behaviour.suffers(.mock, at: elapsed) { return blurred(position, north: 0.012, east: 0.021) }
      return blurred(position, north: behaviour.suffers(.leap, at: elapsed) ? 0.27 : 0)
    }
    frozen = frozen ?? blurred(position)
    return frozen
  }

  /// What a receiver in a street makes of a position: some metres off, to six decimals.
  private mutating func blurred(_ position: Position, north: Double = 0, east: Double = 0) -> Position? {
    let up = Double.random(in: -4...4, using: &random) / Earth.metresPerDegree
    let right =
      Double.random(in: -4...4, using: &random) / Earth.metresPerDegree(atLatitude: position.latitude)
    return Position(
      latitude: ((position.latitude + up + north) * 1_000_000).rounded() / 1_000_000,
      longitude: ((position.longitude + right + east) * 1_000_000).rounded() / 1_000_000)
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
