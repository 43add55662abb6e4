import DeviceKit
import Rollcall

extension SimulatedPhone {
  /// How long a phone waits at most between two looks at its receiver, milliseconds.
  private static let longestWait: Milliseconds = 60_000

  /// Applies what has happened by now; the app learns of it when it is adjusted.
  func happen(until now: Timestamp, in world: PhoneWorld) async {
    while let next = agenda.next, start.advanced(by: next) <= now, let (elapsed, entry) = agenda.removeNext()
    {
      let isRunning = behaviour.isRunning(at: elapsed)
      switch entry {
      case .begins(.killed):
        await stopApp()
        killedAt = start.advanced(by: elapsed)
      case .begins, .ends(.killed), .takenInUse: break
      case .ends(.session): needsLogin = true
      case .ends:
        // A fault that prevented positions may be over, so the app looks at once.
        nextLook = .distantPast
      case .dies: await stopApp()
      case .charged: wantsBoot = true
      case .duty(let step):
        guard isRunning else { continue }
        nextLook = .distantPast
        if let app { await set(step, on: app.device) } else { firstDuty = step }
      }
    }
  }

  /// The responder enters a code, as soon as one can arrive.
  func logIn(_ device: RollcallDevice, at now: Timestamp, in world: PhoneWorld) async {
    guard needsLogin, behaviour.isReachable(at: now.since(start)),
      let code = await world.code(owner.responder)
    else { return }
    do {
      try await device.logIn(phone: code.number, code: code.code)
      needsLogin = false
    } catch { world.report("\(name) cannot log in: \(error)") }
  }

  /// Tells the app about its surroundings; it sends changes to the server.
  func tellSurroundings(at now: Timestamp, in world: PhoneWorld) async {
    guard app != nil else { return }
    let elapsed = now.since(start)
    let battery = behaviour.battery(at: elapsed, offset: 0.3 + Double(seed % 40) / 100)
    let new = Surroundings(
      permission: behaviour.suffers(.permission, at: elapsed) ? .denied : .granted,
      location: !behaviour.suffers(.location, at: elapsed), network: network(at: elapsed),
      power: behaviour.savesPower(at: elapsed, battery: battery) ? .lowPower : .normal, battery: battery)
    guard new != told else { return }
    let old = told
    told = new
    if let value = new.battery, value != old.battery { await report(.battery(value), in: world) }
    if let value = new.power, value != old.power { await report(.power(value), in: world) }
    if let value = new.location, value != old.location { await report(.locationServices(value), in: world) }
    if let value = new.permission, value != old.permission { await report(.permission(value), in: world) }
    if let value = new.network, value != old.network { await report(.network(value), in: world) }
  }

  /// Passes a report of the platform to the app, and records when it really happened, because a wrong clock
  /// dates it differently.
  ///
  /// - Parameter instant: When it happened, if not now.
  func report(_ kind: DeviceEvent.Kind, at instant: Timestamp? = nil, in world: PhoneWorld) async {
    guard let device = app?.device else { return }
    let really = instant ?? world.clock.now()
    let dated = really.advanced(by: behaviour.clockAhead(at: really.since(start)))
    diary.record(PhoneDiary.Event(kind: kind, dated: dated, at: really))
    await device.report(kind, at: dated)
  }

  /// Each handover switches to the other kind of network.
  private func network(at elapsed: Milliseconds) -> Telemetry.Network {
    guard behaviour.hasNetwork(at: elapsed) else { return .none }
    if behaviour.suffers(.captivePortal, at: elapsed) { return .wifi }
    let handovers = behaviour.spells.count { $0.trouble == .handover && $0.until <= elapsed }
    return handovers % 2 == 1 ? .wifi : .cellular
  }

  /// Looks at the receiver shortly before a ping is due by time or distance, like an app that wakes its
  /// receiver by itself.
  func look(at now: Timestamp, in world: PhoneWorld) async {
    guard nextLook <= now else { return }
    nextLook = now.advanced(by: Self.longestWait)
    guard let app, app.running != nil else { return }
    let elapsed = now.since(start)
    await app.device.moves(receiver.motion(at: elapsed))
    let due = await app.device.nextPing
    let sampling = await app.device.sampling
    let clock = now.advanced(by: behaviour.clockAhead(at: elapsed))
    let interval = sampling.interval ?? Self.longestWait
    let lead = min(world.lead, max(1, interval / 2))
    var wait = due.map { $0.since(clock) } ?? 0
    let isDue = wait <= lead
    if isDue || receiver.hasMoved(sampling.distance, at: elapsed) {
      if let fix = receiver.fix(at: elapsed, behaviour) {
        await app.device.located(fix)
        await passCheckpoint(at: elapsed, on: app.device)
        if isDue { wait = max(0, wait) + interval }
      } else if isDue {
        wait = lead + min(interval, Self.longestWait)
      }
    }
    let pause = max(1_000, interval / 10)
    let moved = receiver.wait(at: elapsed, distance: sampling.distance, pause: pause)
    nextLook = now.advanced(by: max(1, min(wait - lead, moved, Self.longestWait)))
  }
}

extension SimulatedPhone {
  /// Reports the next checkpoint when it is reached, while the participant is under way.
  func passCheckpoint(at elapsed: Milliseconds, on device: RollcallDevice) async {
    guard let part = behaviour.part, part.from <= elapsed, await device.status.duty.state.isWatched else {
      return
    }
    let leg = (elapsed - part.from) / PhoneBehaviour.EventPart.leg
    guard leg > checkpoint else { return }
    checkpoint = leg
    await record("checkpoint", of: part, on: device, data: Array(#"{"number":\#(leg)}"#.utf8))
  }

  /// Lets the app report an activity of the event.
  func record(
    _ type: String, of part: PhoneBehaviour.EventPart, on device: RollcallDevice, data: [UInt8]? = nil
  ) async {
    guard let activity = EventActivity(type, in: part.event, data: data) else { return }
    try? await device.record(activity)
  }
}
