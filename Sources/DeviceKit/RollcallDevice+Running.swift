import Foundation
import Rollcall
import RollcallWire

extension RollcallDevice {
  /// How often the configuration is asked for when nothing else asks for it, milliseconds.
  static let configInterval: Milliseconds = 900_000

  /// Sends, keeps time, and follows the configuration until the task is cancelled: once, as long as the app lives.
  public func run() async {
    log.note(.started, at: clock.now())
    let sender = sender
    await withTaskGroup { group in
      group.addTask { await sender.run() }
      group.addTask { await self.keepTime() }
    }
  }

  /// Tells everything that waits now: for a button, and for the background runs that a platform grants. Cancelling the
  /// task stops it behind the present request.
  ///
  /// - Returns: Whether everything was told.
  public func syncNow() async -> Bool {
    await recordDue()
    let isDone = await sender.syncNow()
    await refreshConfig()
    return isDone
  }

  /// Everything that an app shows.
  public var status: DeviceStatus {
    get async {
      let sync = await sender.state
      let queue = (try? queue?.status()) ?? QueueStatus()
      return DeviceStatus(
        signal: PhoneSignal(
          environment, sync, duty: duty.state, pending: queue.pings, hasRecentFix: hasRecentFix,
          isStorageFull: hasStorageFailed),
        sync: sync, queue: queue, duty: duty, owner: owner, sampling: sampling, config: config)
    }
  }

  /// The configuration in force.
  var config: PhoneConfig { tagged?.config ?? .beforeTheFirst }

  private var hasRecentFix: Bool {
    guard let interval = sampling.interval else { return true }
    guard let lastFixAt else { return false }
    return clock.now().since(lastFixAt) <= interval / 2 * 3
  }

  // MARK: Time

  /// Records what is due while no new position comes, and asks for the configuration now and then.
  private func keepTime() async {
    var nextConfig = Timestamp.distantPast
    var isOverdue = false
    while !Task.isCancelled {
      await recordDue(patience: sampling.patience)
      let now = clock.now()
      if isConfigStale || nextConfig <= now || nextConfig.since(now) > Self.configInterval {
        await refreshConfig()
        nextConfig = clock.now().advanced(by: Self.configInterval)
      }
      let due = duty.state.isWatched ? filter.nextDue(under: sampling) : nil
      let wait = due.map { $0.since(clock.now()) } ?? Self.configInterval
      if wait > 0 {
        isOverdue = false
        await rest(min(wait, Self.configInterval))
      } else {
        // No new position is at hand; the next one is recorded as it comes. Until then the phone answers all the same:
        // who finds no position, or may not read it, is not out of reach.
        let interval = min(sampling.interval ?? 60_000, Self.configInterval)
        if environment.canLocate { continuation.yield(.positionWanted) }
        await rest(max(1_000, isOverdue ? interval : sampling.patience))
        isOverdue = filter.nextDue(under: sampling).map { $0 <= clock.now() } ?? false
        isConfigStale = isConfigStale || isOverdue
      }
    }
  }

  private func rest(_ length: Milliseconds) async {
    let timer = clock.tasks.start { [clock] in do { try await clock.sleep(length) } catch {} }
    self.timer = timer
    await withTaskCancellationHandler {
      await timer.value
    } onCancel: {
      timer.cancel()
    }
  }

  // MARK: Configuration

  /// Asks for the configuration, if somebody is logged in; a new one is in force at once. A mission that the server
  /// knows to be over ends with it.
  public func refreshConfig() async {
    guard let queue else { return }
    let tag = tagged?.tag
    let outcome = await sender.ask(of: queue.owner) { await $0.config(unless: tag) }
    await tellPushTokens()
    // Somebody else may have logged in meanwhile.
    guard case .done(let answer) = outcome, self.queue?.owner == queue.owner else { return }
    isConfigStale = false
    if let answer, answer != tagged { await take(answer, of: queue) }
    await reconcile()
  }

  private func take(_ config: TaggedConfig, of queue: DeviceQueue) async {
    tagged = config
    do { try queue.keep(config) } catch { log.note(.storageFailed, StaticWord(error), at: clock.now()) }
    log.note(.configured, at: clock.now())
    await applyConfig()
    timer?.cancel()
    continuation.yield(.changed)
  }

  func applyConfig() async {
    await sender.use(batchLimit: config.batchLimit ?? Batch.limit, order: config.order)
  }

  // MARK: What the sender tells

  func telemetry(_ left: QueueLeft) -> Telemetry {
    environment.telemetry(left, interval: duty.state.isWatched ? sampling.interval : nil)
  }

  func changed(_ state: SyncState) async {
    await noteTokens()
    switch state {
    case .waiting(let trouble):
      log.note(.waiting, StaticWord(trouble), oldest: (try? queue?.status())?.oldest, at: clock.now())
    case .sessionEnded:
      if !hasToldEnd, let owner { continuation.yield(.sessionEnded(owner)) }
      hasToldEnd = true
      log.note(.sessionEnded, at: clock.now())
    case .upToDate: log.note(.upToDate, at: clock.now())
    case .syncing, .loggedOut: break
    }
    continuation.yield(.changed)
  }

  /// Notes when tokens could not be read or kept: the next start of the app will find nobody logged in.
  func noteTokens() async {
    if await session.takeStorageFailure() { log.note(.storageFailed, .tokens, at: clock.now()) }
  }
}
