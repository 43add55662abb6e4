import DeviceKit
import Rollcall

extension SimulatedPhone {
  /// How long a phone waits at most until it looks at its receiver again, milliseconds.
  private static let longestWait: Milliseconds = 60_000

  /// Takes down what has happened; the app hears of it when it is adjusted.
  func happen(until now: Timestamp, in world: PhoneWorld) async {
    while let next = agenda.next, start.advanced(by: next) <= now, let (elapsed, entry) = agenda.take() {
      let isRunning = behaviour.isRunning(at: elapsed)
      switch entry {
      case .begins(.killed):
        await stopApp()
        killedAt = start.advanced(by: elapsed)
      case .begins, .ends(.killed), .takenInUse: break
      case .ends(.session): needsLogin = true
      case .ends:
        // What took the positions away may be over: the app looks at once.
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

  /// Somebody types a code, as soon as one can come.
  func logIn(_ device: RollcallDevice, at now: Timestamp, in world: PhoneWorld) async {
    guard needsLogin, behaviour.isReachable(at: now.since(start)),
      let code = await world.code(owner.responder)
    else { return }
    do {
      try await device.logIn(phone: code.number, code: code.code)
      needsLogin = false
    } catch { world.report("\(name) cannot log in: \(error)") }
  }

  /// Tells the app what is around it; it tells the server what is new.
  func tellSurroundings(at now: Timestamp) async {
    guard let device = app?.device else { return }
    let elapsed = now.since(start)
    let battery = behaviour.battery(at: elapsed, offset: 0.3 + Double(seed % 40) / 100)
    let new = Surroundings(
      permission: behaviour.suffers(.permission, at: elapsed) ? .denied : .granted,
      location: !behaviour.suffers(.location, at: elapsed), network: network(at: elapsed),
      power: behaviour.savesPower(at: elapsed, battery: battery) ? .lowPower : .normal, battery: battery)
    guard new != told else { return }
    let old = told
    told = new
    if let value = new.battery, value != old.battery { await device.report(.battery(value)) }
    if let value = new.power, value != old.power { await device.report(.power(value)) }
    if let value = new.location, value != old.location { await device.report(.locationServices(value)) }
    if let value = new.permission, value != old.permission { await device.report(.permission(value)) }
    if let value = new.network, value != old.network { await device.report(.network(value)) }
  }

  /// Each handover is to the other kind of network.
  private func network(at elapsed: Milliseconds) -> Telemetry.Network {
    guard behaviour.hasNetwork(at: elapsed) else { return .none }
    if behaviour.suffers(.captivePortal, at: elapsed) { return .wifi }
    let handovers = behaviour.spells.count { $0.trouble == .handover && $0.until <= elapsed }
    return handovers % 2 == 1 ? .wifi : .cellular
  }

  /// Looks at the receiver shortly before a ping is due, as an app does that wakes it by itself.
  func look(at now: Timestamp, in world: PhoneWorld) async {
    guard nextLook <= now else { return }
    nextLook = now.advanced(by: Self.longestWait)
    guard let app, app.running != nil else { return }
    let due = await app.device.nextPing
    let sampling = await app.device.sampling
    let elapsed = now.since(start)
    let clock = now.advanced(by: behaviour.clockAhead(at: elapsed))
    let lead = min(world.lead, max(1, (sampling.interval ?? Self.longestWait) / 2))
    let wait = due.map { $0.since(clock) } ?? 0
    guard wait <= lead else {
      nextLook = now.advanced(by: min(wait - lead, Self.longestWait))
      return
    }
    guard let fix = receiver.fix(at: elapsed, behaviour) else {
      nextLook = now.advanced(by: min(sampling.interval ?? Self.longestWait, Self.longestWait))
      return
    }
    await app.device.moves((fix.speed ?? 0) > 0.3 ? .moving : .stationary)
    await app.device.located(fix)
    await passCheckpoint(at: elapsed, on: app.device)
    let next = max(0, wait) + (sampling.interval ?? Self.longestWait) - lead
    nextLook = now.advanced(by: max(1, min(next, Self.longestWait)))
  }
}
