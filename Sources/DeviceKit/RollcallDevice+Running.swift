import Foundation
import Rollcall
import RollcallWire

extension RollcallDevice {
  /// How often the configuration is fetched when nothing else triggers it, milliseconds.
  static let configInterval: Milliseconds = 900_000

  /// Sends, records due pings and refreshes the configuration until the task is cancelled. Call it once, for
  /// the app's lifetime.
  public func run() async {
    log.record(.started, at: clock.now())
    let sender = sender
    await withTaskGroup { group in
      group.addTask { await sender.run() }
      group.addTask { await self.keepTime() }
    }
  }

  /// Sends everything that waits now: for a button, or a background run that the platform grants. Cancelling
  /// the task stops after the current request.
  ///
  /// - Returns: Whether everything was sent.
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

  /// Records due pings while no new position arrives, and refreshes the configuration from time to time.
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
        // There is no recent position; the next one is recorded when it arrives. Until then the phone still
        // reports: a phone without a position is not unreachable.
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

  /// Fetches the configuration if a responder is logged in, and applies it at once. Ends a mission that the
  /// server says is over.
  public func refreshConfig() async {
    guard let queue else { return }
    let tag = tagged?.tag
    let outcome = await sender.ask(of: queue.owner) { await $0.config(unless: tag) }
    await sendPushTokens()
    // A different person may have logged in meanwhile.
    guard case .done(let answer) = outcome, self.queue?.owner == queue.owner else { return }
    isConfigStale = false
    if let answer, answer != tagged { await apply(answer, of: queue) }
    await reconcile()
  }

  private func apply(_ config: TaggedConfig, of queue: DeviceQueue) async {
    tagged = config
    do { try queue.save(config) } catch { log.record(.storageFailed, StaticWord(error), at: clock.now()) }
    log.record(.configured, at: clock.now())
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
    case .waiting(let failure):
      log.record(.waiting, StaticWord(failure), oldest: (try? queue?.status())?.oldest, at: clock.now())
    case .sessionEnded:
      if !hasToldEnd, let owner { continuation.yield(.sessionEnded(owner)) }
      hasToldEnd = true
      log.record(.sessionEnded, at: clock.now())
    case .upToDate: log.record(.upToDate, at: clock.now())
    case .syncing, .loggedOut: break
    }
    continuation.yield(.changed)
  }

  /// Logs when tokens could not be read or saved: the next start of the app will be logged out.
  func noteTokens() async {
    if await session.consumeStorageFailure() { log.record(.storageFailed, .tokens, at: clock.now()) }
  }
}
