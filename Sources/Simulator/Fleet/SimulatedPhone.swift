public import Rollcall

/// One simulated phone: takes fixes along its route when its profile's rule says so, queues them, and says what
/// to upload. A value without clock or network; `PhoneLoop` carries out what it says.
public struct SimulatedPhone: Sendable {
  /// What a phone keeps when its profile does not say.
  static let defaultQueueLimit = 10_000

  /// How the phone lives.
  public let behaviour: PhoneBehaviour

  private let route: Route
  private let profile: Profile
  private let duty: DutyState
  private let start: Timestamp
  private let routeOffset: Milliseconds
  private let phase: Double
  private var random: SmallRandom
  private var queue: [Ping] = []
  private var sequence: Int64 = 0
  private var nextFix: Timestamp
  private var interval: Double?

  /// A phone whose behaviour begins at `start`.
  ///
  /// - Parameters:
  ///   - backlog: How long before `start` it took its first fix: those until now are its backlog. Milliseconds,
  ///     up to a day.
  ///   - phase: The share of its first interval that it really waits, 0…1: a fleet that starts together must not
  ///     report together ever after.
  ///   - seed: Where on the route it begins, and its inaccuracies.
  public init(
    route: Route, profile: Profile, behaviour: PhoneBehaviour, duty: DutyState, start: Timestamp,
    backlog: Milliseconds = 0, phase: Double = 1, seed: UInt64
  ) {
    self.route = route
    self.profile = profile
    self.behaviour = behaviour
    self.duty = duty
    self.start = start
    self.phase = phase.isFinite ? min(1, max(0, phase)) : 1
    random = SmallRandom(seed: seed)
    routeOffset = Milliseconds.random(in: 0..<route.duration, using: &random)
    nextFix = start.advanced(by: -min(max(0, backlog), 86_400_000))
  }

  /// When the phone has something to do next.
  public var nextWake: Timestamp { nextFix }
  /// How many pings wait.
  public var queueDepth: Int { queue.count }

  /// Takes the fixes that are due at `now`.
  public mutating func record(until now: Timestamp) {
    while nextFix <= now, let ping = fix(at: nextFix) {
      queue.append(ping)
      sequence += 1
      queue.removeFirst(max(0, queue.count - (profile.queueLimit ?? Self.defaultQueueLimit)))
      nextFix = nextFix.advanced(by: wait(after: ping))
    }
  }

  /// The next upload, oldest pings first; `nil` while there is none or no network.
  public func upload(at now: Timestamp) -> Batch? {
    let elapsed = now.since(start)
    guard !queue.isEmpty, behaviour.isReachable(after: elapsed) else { return nil }
    let pings = Array(queue.prefix(Batch.limit))
    let left = queue.dropFirst(pings.count)
    var telemetry = Telemetry()
    telemetry.permission = .granted
    telemetry.locationServices = true
    telemetry.powerMode = powerMode(after: elapsed)
    telemetry.appState = .background
    telemetry.network = .cellular
    telemetry.interval = interval
    telemetry.queueDepth = Int64(left.count)
    telemetry.oldestEntryAge = left.first?.recordedAt.map { Double(now.since($0)) / 1_000 }
    return Batch(pings: pings, telemetry: telemetry)
  }

  /// Forgets the pings of an upload that the server has taken, or will never take.
  public mutating func remove(_ batch: Batch) {
    let sent = Set(batch.pings.compactMap(\.sequence))
    queue.removeAll { $0.sequence.map(sent.contains) ?? false }
  }

  private mutating func fix(at time: Timestamp) -> Ping? {
    let elapsed = time.since(start)
    guard let place = route.place(after: elapsed &+ routeOffset),
      let position = blurred(place.position)
    else { return nil }
    var ping = Ping(position: position, isMock: .no)
    ping.sequence = sequence
    ping.recordedAt = time
    ping.accuracy = Double(Int.random(in: 40...180, using: &random)) / 10
    ping.speed = (place.speed * 10).rounded() / 10
    ping.heading = place.heading.map { $0.rounded() }
    ping.source = .gps
    ping.batteryLevel = battery(after: elapsed)
    ping.signalQuality = .good
    return ping
  }

  /// What a receiver in a street makes of a position: some metres off, to six decimals.
  private mutating func blurred(_ position: Position) -> Position? {
    let north = Double.random(in: -4...4, using: &random) / Earth.metresPerDegree
    let east =
      Double.random(in: -4...4, using: &random) / Earth.metresPerDegree(atLatitude: position.latitude)
    return Position(
      latitude: ((position.latitude + north) * 1_000_000).rounded() / 1_000_000,
      longitude: ((position.longitude + east) * 1_000_000).rounded() / 1_000_000)
  }

  /// How long the profile lets the phone rest after `ping`. A minute where it sets no interval.
  private mutating func wait(after ping: Ping) -> Milliseconds {
    let elapsed = ping.recordedAt.map { $0.since(start) } ?? 0
    let conditions = ReportingConditions(
      duty: duty, battery: ping.batteryLevel, speed: ping.speed, appState: .background,
      powerMode: powerMode(after: elapsed))
    interval = profile.rule(under: conditions)?.interval
    let share = ping.sequence == 0 ? phase : 1
    return max(1_000, Milliseconds.seconds((interval ?? 60) * share) ?? 60_000)
  }

  private func battery(after elapsed: Milliseconds) -> Double {
    // Differs from phone to phone, and needs no state.
    behaviour.battery(after: elapsed, start: 0.55 + Double(routeOffset % 40) / 100)
  }

  private func powerMode(after elapsed: Milliseconds) -> Telemetry.PowerMode {
    battery(after: elapsed) < 0.2 ? .lowPower : .normal
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
