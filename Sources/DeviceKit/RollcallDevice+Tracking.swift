import Foundation
public import Rollcall

extension RollcallDevice {
  /// A position that the platform has delivered. It becomes a ping when the profile's rule says so, and only on duty.
  ///
  /// - Parameter fix: Without a number and a time; `fixAge` when the platform says that it is an old one.
  public func located(_ fix: Ping) async {
    if let new = fix.speed { speed = environment.motion == .stationary ? 0 : new }
    guard duty.state.isWatched, environment.canLocate else { return }
    await record(filter.take(fix, under: sampling, motion: environment.motion, at: clock.now()))
  }

  /// Something that the platform reports of the phone: permission, location services, power mode, network, battery, or a
  /// step in the life of the app. Report as often as you like: only changes are told.
  ///
  /// - Parameter at: When it happened by the phone's clock, if not now: some platforms say afterwards when and why they
  ///   ended an app.
  public func report(_ change: DeviceEvent.Kind, at: Timestamp? = nil) async {
    let sampledBefore = sampling
    let events = environment.note(change)
    if !events.isEmpty { await tell(events.map { .event($0) }, at: at) }
    switch change {
    case .network(let network) where !events.isEmpty: await sender.connection(network != .none)
    case .lifecycle(.foreground): await sender.hurry()
    default: break
    }
    if sampling != sampledBefore { timer?.cancel() }
    if !events.isEmpty || sampling != sampledBefore { continuation.yield(.changed) }
  }

  /// What the platform's motion sensor says.
  public func moves(_ motion: SamplingConditions.Motion) {
    guard environment.motion != motion else { return }
    environment.motion = motion
    if motion == .stationary { speed = 0 }
    timer?.cancel()
    continuation.yield(.changed)
  }

  /// What the user has set: no more pings than one in so many seconds; `nil` = as the profile says. It lengthens the
  /// interval within what the profile allows.
  public func limit(interval seconds: Double?) {
    userInterval = seconds
    timer?.cancel()
  }

  /// When the next ping is due at the latest, by the phone's clock; in the past when none is at hand. `nil` = none is
  /// due: off duty, not timed, or the position may not be read. For an app that wakes its receiver by itself.
  public var nextPing: Timestamp? {
    duty.state.isWatched && environment.canLocate ? filter.nextDue(under: sampling) : nil
  }

  /// How to ask the platform for positions now.
  public var sampling: SamplingPlan {
    var conditions = SamplingConditions()
    conditions.motion = environment.motion
    conditions.battery = environment.battery
    conditions.savesPower = environment.savesPower
    conditions.userInterval = userInterval
    let plan = SamplingPlan(config.rule(under: reporting(at: speed)), conditions)
    // The server judges by the speed it was told last: who stands still says so once before reporting more rarely.
    let known = SamplingPlan(config.rule(under: reporting(at: toldSpeed)), conditions)
    guard let told = known.interval, toldSpeed != nil else { return plan }
    return told < plan.interval ?? .max ? known : plan
  }

  private func reporting(at speed: Double?) -> ReportingConditions {
    let seconds = (Double(clock.now().milliseconds) / 1_000).rounded(.down)
    let local = seconds + Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))
    let minute = (local / 60).rounded(.down)
    return environment.conditions(
      duty: duty.state, speed: speed, minuteOfDay: Int(minute - (minute / 1_440).rounded(.down) * 1_440))
  }

  /// Records the position at hand when one is due.
  ///
  /// - Parameter patience: How long an old position may wait for a new one to come, milliseconds.
  func recordDue(patience: Milliseconds = 0) async {
    guard duty.state.isWatched, environment.canLocate else { return }
    await record(
      filter.tick(under: sampling, motion: environment.motion, at: clock.now(), patience: patience))
  }

  private func record(_ ping: Ping?) async {
    guard var ping, let queue else { return }
    ping.batteryLevel = ping.batteryLevel ?? environment.battery
    if environment.motion == .stationary { ping.speed = ping.speed ?? 0 }
    let underWay = await sender.underWay
    do {
      let done = try queue.append([ping], limit: config.queueLimit, sparing: underWay)
      ping.sequence = done.sequences.first
      recorded(ping)
      note(evicted: done.evicted)
      lastFixAt = clock.now()
      toldSpeed = ping.speed ?? toldSpeed
      timer?.cancel()
    } catch {
      log.note(.storageFailed, at: clock.now())
    }
    await sender.wake()
    continuation.yield(.changed)
  }

  /// Keeps notices; those that had to go for them are noted.
  ///
  /// - Throws: `DeviceStoreError`; nothing is kept then.
  func keep(_ notices: [Notice], at: Timestamp) throws {
    try note(evicted: queue?.append(notices, at: at))
  }

  func note(evicted count: Int?) {
    if let count, count > 0 { log.note(.evicted, count: count, at: clock.now()) }
  }

  /// Keeps notices and has them sent.
  func tell(_ notices: [Notice], at: Timestamp? = nil) async {
    do { try keep(notices, at: at ?? clock.now()) } catch { log.note(.storageFailed, at: clock.now()) }
    await sender.wake()
  }
}
