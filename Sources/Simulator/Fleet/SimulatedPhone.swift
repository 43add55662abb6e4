public import Rollcall

/// One simulated phone: follows its script, takes fixes along its route when its profile's rule says so, and says
/// what to send. A value without clock or network: told the time, it says what is due, so it lives as well in real
/// time as in a past that is run through in seconds.
public struct SimulatedPhone: Sendable {
  /// How the phone lives.
  public private(set) var behaviour: PhoneBehaviour

  private let profile: Profile
  private let start: Timestamp
  private let phase: Double
  private let batteryOffset: Double
  private var agenda: PhoneAgenda
  private var receiver: SimulatedReceiver
  private var outbox: PhoneOutbox
  private var duty: DutyState
  private var mission: String?
  private var nextFix: Timestamp
  private var interval: Double?
  private var isFirstFix = true
  private var toldSaving = false
  private var toldBattery = 1.0

  /// A phone whose script is timed by `start`.
  ///
  /// - Parameters:
  ///   - from: When the app was installed: of what the script says of earlier times only the last duty counts, and
  ///     what is still wrong.
  ///   - queue: The name of the phone's queue, 1 to 100 bytes, different for each phone and each run.
  ///   - phase: The share of its first interval that it really waits, 0…1: a fleet that starts together must not
  ///     report together ever after.
  ///   - seed: Where on the route it begins, and its inaccuracies.
  public init(
    route: Route, profile: Profile, behaviour: PhoneBehaviour, start: Timestamp, from: Timestamp,
    queue: String, phase: Double = 1, seed: UInt64
  ) {
    self.profile = profile
    self.behaviour = behaviour
    self.start = start
    self.phase = phase.isFinite ? min(1, max(0, phase)) : 1
    receiver = SimulatedReceiver(route: route, seed: seed)
    // Differs from phone to phone, and needs no state.
    batteryOffset = 0.3 + Double(seed % 40) / 100
    agenda = PhoneAgenda(behaviour)
    outbox = PhoneOutbox(name: queue, limit: profile.queueLimit)
    duty = profile.initialDuty
    nextFix = from
    if let step = agenda.skip(until: from.since(start)) {
      duty = step.state
      outbox.add(step.state, at: clock(at: from), order: step.order)
    }
  }

  /// When the phone has something to note next.
  public var nextWake: Timestamp { min(nextFix, agenda.next.map(start.advanced(by:)) ?? nextFix) }
  /// How many pings wait.
  public var queueDepth: Int { outbox.pings.count }
  /// Whether its responder goes on missions at all.
  var goesOnMissions: Bool { profile.labels[DutyState.onMission.rawValue] != nil }
  /// Whether its responder is one whom dispatchers ask, free at `now`, with an app that a message can wake.
  public func takesOffers(at now: Timestamp) -> Bool {
    duty == .onDuty && goesOnMissions
      && isReachable(at: now) && behaviour.mayLocate(at: now.since(start))
  }
  /// Whether anything waits.
  public var hasMail: Bool { !outbox.isEmpty }

  /// What the phone shows as the time when it really is `instant`.
  public func clock(at instant: Timestamp) -> Timestamp { instant.advanced(by: behaviour.clockAhead) }

  /// Whether the phone could send at `now`.
  public func isReachable(at now: Timestamp) -> Bool { behaviour.isReachable(at: now.since(start)) }

  /// Lets everything happen that is due at `now`: what the script says, and fixes.
  public mutating func live(until now: Timestamp) {
    while nextWake <= now, nextWake.milliseconds < .max {
      if let next = agenda.next, start.advanced(by: next) <= nextFix {
        if let (elapsed, entry) = agenda.take() { happen(entry, at: elapsed) }
      } else {
        look(at: nextFix)
      }
    }
  }

  /// The next thing to send; `nil` while there is none or no way to send. What was not finished comes again as it
  /// was: an answer may have been lost, and the same pings must have the same key.
  public mutating func action(at now: Timestamp) -> PhoneAction? {
    guard isReachable(at: now) else { return nil }
    guard case .upload(var batch) = outbox.next() else { return outbox.next() }
    batch.telemetry = telemetry(at: now, left: outbox.pings.dropFirst(batch.pings.count))
    return .upload(batch)
  }

  /// Forgets what the server has taken, or will never take.
  public mutating func finish(_ action: PhoneAction) { outbox.remove(action) }

  /// The responder takes an order or mission.
  public mutating func take(order: String, at now: Timestamp) {
    mission = order
    agenda.add([.init(.onMission, at: now.since(start), order: order)])
  }

  /// The responder is done with an order or mission, or it was taken from them; nothing if they are on another one.
  public mutating func leave(order: String, at now: Timestamp) {
    guard mission == order else { return }
    mission = nil
    live(until: now)
    if duty == .onMission { agenda.add([.init(.onDuty, at: now.since(start))]) }
  }

  /// The phone is lost after a few seconds, and found after a while.
  mutating func vanish(at now: Timestamp, for length: Milliseconds = 480_000) {
    let from = now.advanced(by: 12_000)
    let spell = Spell(.silent, from: from.since(start), until: from.advanced(by: length).since(start))
    behaviour.spells.append(spell)
    agenda.add(spell)
  }
}

// MARK: - What happens

extension SimulatedPhone {
  private mutating func happen(_ entry: PhoneAgenda.Entry, at elapsed: Milliseconds) {
    let now = start.advanced(by: elapsed)
    switch entry {
    case .begins(let trouble):
      if let event = trouble.firstEvent { outbox.add(event, at: clock(at: now)) }
    case .ends(let trouble):
      guard behaviour.isRunning(at: elapsed) else { return }
      if let event = trouble.lastEvent { outbox.add(event, at: clock(at: now)) }
      look(after: trouble, at: now)
    case .charged:
      outbox.add(.lifecycle(.boot), at: clock(at: now))
      outbox.add(.battery(battery(at: elapsed)), at: clock(at: now))
      nextFix = now
    case .duty(let step):
      guard behaviour.isRunning(at: elapsed) else { return }
      duty = step.state
      outbox.add(step.state, at: clock(at: now), order: step.order)
      nextFix = now
    }
  }

  /// What took the fixes away is over: the app looks at once.
  private mutating func look(after trouble: Trouble, at now: Timestamp) {
    if [.permission, .location, .killed, .silent, .noFix].contains(trouble) { nextFix = now }
  }
}

// MARK: - Fixes

extension SimulatedPhone {
  /// Takes a fix, if somebody wants one and the phone can; else rests until the script changes that.
  private mutating func look(at now: Timestamp) {
    let elapsed = now.since(start)
    guard duty.isWatched, behaviour.isRunning(at: elapsed), behaviour.mayLocate(at: elapsed) else {
      return nextFix = Timestamp(milliseconds: .max)
    }
    let battery = battery(at: elapsed)
    notePower(battery, at: elapsed)
    var speed: Double?
    if behaviour.suffers(.noFix, at: elapsed) {
      outbox.add(.battery(battery), at: clock(at: now))
    } else if var ping = receiver.fix(at: elapsed, behaviour) {
      ping.recordedAt = clock(at: now)
      ping.batteryLevel = battery
      speed = ping.speed
      outbox.add(ping, isLost: behaviour.suffers(.lostPings, at: elapsed))
    }
    nextFix = now.advanced(by: rest(speed: speed, battery: battery, at: elapsed))
  }

  /// Notes that the phone begins or ceases to save power by itself, and each tenth that an empty battery loses.
  private mutating func notePower(_ battery: Double, at elapsed: Milliseconds) {
    let now = clock(at: start.advanced(by: elapsed))
    let isLow = battery < 0.2
    if isLow != toldSaving {
      toldSaving = isLow
      outbox.add(.power(isLow ? .lowPower : .normal), at: now)
    }
    if battery < 0.2, toldBattery - battery >= 0.05 || battery <= 0.05 && toldBattery > 0.05 {
      outbox.add(.battery(battery), at: now)
      toldBattery = battery
    } else if battery >= 0.2 {
      toldBattery = 1
    }
  }

  /// How long the profile lets the phone rest. A minute where it sets no interval.
  private mutating func rest(speed: Double?, battery: Double, at elapsed: Milliseconds) -> Milliseconds {
    let conditions = ReportingConditions(
      duty: duty, battery: battery, speed: speed, appState: .background,
      powerMode: behaviour.savesPower(at: elapsed, battery: battery) ? .lowPower : .normal)
    interval = profile.rule(under: conditions)?.interval
    let share = isFirstFix ? phase : 1
    isFirstFix = false
    return max(1_000, Milliseconds.seconds((interval ?? 60) * share) ?? 60_000)
  }

  private func battery(at elapsed: Milliseconds) -> Double {
    behaviour.battery(at: elapsed, offset: batteryOffset)
  }

  private func telemetry(at now: Timestamp, left: ArraySlice<Ping>) -> Telemetry {
    let elapsed = now.since(start)
    var telemetry = Telemetry()
    telemetry.permission = behaviour.suffers(.permission, at: elapsed) ? .denied : .granted
    telemetry.locationServices = !behaviour.suffers(.location, at: elapsed)
    telemetry.powerMode =
      behaviour.savesPower(at: elapsed, battery: battery(at: elapsed)) ? .lowPower : .normal
    telemetry.appState = .background
    telemetry.network = .cellular
    telemetry.interval = interval
    telemetry.queueDepth = Int64(left.count)
    telemetry.oldestEntryAge = left.first?.recordedAt.map { Double(clock(at: now).since($0)) / 1_000 }
    return telemetry
  }
}
