import Foundation
public import Rollcall

extension RollcallDevice {
  /// Handles a position from the platform. It becomes a ping when the profile's rule asks for one, and only
  /// on duty.
  ///
  /// - Parameter fix: Without a sequence number and time; set `fixAge` when the platform says that it is an
  ///   old one.
  public func located(_ fix: Ping) async {
    if let new = fix.speed { speed = environment.motion == .stationary ? 0 : new }
    let underWay = await sender.underWay
    guard duty.state.isWatched, environment.canLocate else { return }
    await record(
      filter.handle(fix, under: sampling, motion: environment.motion, at: clock.now()), sparing: underWay)
  }

  /// Handles a report about the phone: permission, location services, power mode, network, battery, or the
  /// app's life cycle. Report as often as you like: only changes are sent.
  ///
  /// - Parameter at: When it happened by the phone's clock, if not now: some platforms say afterwards when
  ///   and why they ended an app.
  public func report(_ change: DeviceEvent.Kind, at: Timestamp? = nil) async {
    let sampledBefore = sampling
    let events = environment.handle(change)
    if !events.isEmpty { await send(events.map { .event($0) }, at: at) }
    switch change {
    case .network(let network) where !events.isEmpty: await sender.connection(network != .none)
    case .lifecycle(.foreground): await sender.hurry()
    default: break
    }
    if sampling != sampledBefore { timer?.cancel() }
    if !events.isEmpty || sampling != sampledBefore { continuation.yield(.changed) }
  }

  /// Sets the state of the platform's motion sensor.
  public func moves(_ motion: SamplingConditions.Motion) {
    guard environment.motion != motion else { return }
    environment.motion = motion
    if motion == .stationary { speed = 0 }
    timer?.cancel()
    continuation.yield(.changed)
  }

  /// Sets the user's own limit: at most one ping in this many seconds; `nil` = as the profile says. It
  /// lengthens the interval within what the profile allows. It belongs to the phone, not the login, and
  /// survives restarts.
  ///
  /// - Throws: `DeviceStoreError`; nothing has changed then.
  public func limit(interval seconds: Double?) throws {
    let seconds = seconds.flatMap { $0.isFinite ? $0 : nil }
    try store.save(seconds.map { Data($0.description.utf8) }, as: Self.intervalKey)
    userInterval = seconds
    timer?.cancel()
  }

  /// When the next ping is due at the latest, by the phone's clock; in the past when there is no recent
  /// position. `nil` = none is due: off duty, not timed, or no permission. For an app that wakes its receiver
  /// by itself.
  public var nextPing: Timestamp? {
    duty.state.isWatched && environment.canLocate ? filter.nextDue(under: sampling) : nil
  }

  /// How to request positions from the platform now.
  public var sampling: SamplingPlan {
    var conditions = SamplingConditions()
    conditions.motion = environment.motion
    conditions.battery = environment.battery
    conditions.savesPower = environment.savesPower
    conditions.userInterval = userInterval
    let now = SentConditions(speed: speed, battery: environment.battery)
    let plan = SamplingPlan(config.rule(under: reporting(now)), conditions)
    // The server judges by the last conditions it was told. A phone that stops moving, or whose battery runs
    // low, must report that once before it reports less often.
    let known = SamplingPlan(config.rule(under: reporting(told)), conditions)
    guard let interval = known.interval else { return plan }
    return interval < plan.interval ?? .max ? known : plan
  }

  private func reporting(_ told: SentConditions) -> ReportingConditions {
    let seconds = (Double(clock.now().milliseconds) / 1_000).rounded(.down)
    let local = seconds + Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))
    let minute = (local / 60).rounded(.down)
    var conditions = environment.conditions(
      duty: duty.state, speed: told.speed, minuteOfDay: Int(minute - (minute / 1_440).rounded(.down) * 1_440))
    conditions.battery = told.battery
    return conditions
  }

  /// Records the latest position when one is due.
  ///
  /// - Parameter patience: How long to wait for a new position instead of using an old one, milliseconds.
  func recordDue(patience: Milliseconds = 0) async {
    let underWay = await sender.underWay
    guard duty.state.isWatched, environment.canLocate else { return }
    await record(
      filter.tick(under: sampling, motion: environment.motion, at: clock.now(), patience: patience),
      sparing: underWay)
  }

  /// Saves a ping. Nothing may interleave until it is on disk, because a ping that cannot be saved is due
  /// again.
  private func record(_ ping: Ping?, sparing underWay: Set<Int64>) async {
    guard var ping, let queue else { return }
    ping.sequence = nil
    ping.batteryLevel = ping.batteryLevel ?? environment.battery
    if environment.motion == .stationary { ping.speed = ping.speed ?? 0 }
    do {
      let told = told.with(ping)
      let done = try queue.append([ping], limit: config.queueLimit, sparing: underWay, telling: told)
      self.told = told
      ping.sequence = done.sequences.first
      recorded(ping)
      record(evicted: done.evicted)
      lastFixAt = clock.now()
      try storageWorks()
      timer?.cancel()
    } catch {
      // Only if the ping itself was not saved; what came with it may have failed alone.
      if ping.sequence == nil { filter.undo() }
      storageFails(error)
    }
    await sender.wake()
    continuation.yield(.changed)
  }

  /// Saves notices, and logs those evicted to make room.
  ///
  /// - Throws: `DeviceStoreError`; nothing is saved then.
  func save(_ notices: [Notice], at: Timestamp) throws {
    guard let queue else { return }
    let told = told.with(notices)
    try record(
      evicted: queue.append(notices, at: at, keeping: told == self.told ? nil : queue.row(telling: told)))
    self.told = told
  }

  func record(evicted count: Int?) {
    guard let count, count > 0 else { return }
    log.record(.evicted, count: count, oldest: (try? queue?.status())?.oldest, at: clock.now())
  }

  /// Saves notices and wakes the sender.
  func send(_ notices: [Notice], at: Timestamp? = nil) async {
    do {
      try save(notices, at: at ?? clock.now())
      hasStorageFailed = false
    } catch { storageFails(error) }
    await sender.wake()
  }

  private func storageFails(_ error: any Error) {
    hasStorageFailed = true
    log.record(.storageFailed, StaticWord(error), at: clock.now())
  }

  /// Saves what the platform reported while the storage was full.
  private func storageWorks() throws {
    guard hasStorageFailed else { return }
    try save(environment.known.map { .event($0) }, at: clock.now())
    hasStorageFailed = false
  }
}
