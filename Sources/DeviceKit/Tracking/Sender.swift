public import Rollcall
import RollcallWire

/// Sends what waits in a responder's queue, as long as something waits and the server can be reached: notices first,
/// then pings. Only one request is under way at a time.
///
/// The waiting is ``run()``'s; a background task of the platform calls ``syncNow()`` instead.
public actor Sender {
  let session: DeviceSession
  let clock: DeviceClock
  let telemetry: @Sendable (QueueLeft) async -> Telemetry
  private let news: @Sendable (SenderNews) async -> Void
  private let changed: @Sendable (SyncState) async -> Void

  var queue: DeviceQueue?
  var plan = UploadPlan()
  var pace: SendPace
  private var progress: (done: Int, of: Int)?
  private var current: Task<Milliseconds?, Never>?
  private var isWoken = false
  private var isHurried = false
  private var rest: Task<Void, Never>?
  private var inPortal = false

  /// A sender.
  ///
  /// - Parameters:
  ///   - telemetry: What the phone says about itself beside each upload; asked for each attempt.
  ///   - news: Is told what the server said that concerns the app.
  ///   - changed: Is told when ``state`` may have changed.
  public init(
    session: DeviceSession, clock: DeviceClock = .system, backoff: Backoff = Backoff(),
    telemetry: @escaping @Sendable (QueueLeft) async -> Telemetry = { $0.telemetry },
    news: @escaping @Sendable (SenderNews) async -> Void = { _ in },
    changed: @escaping @Sendable (SyncState) async -> Void = { _ in }
  ) {
    self.session = session
    self.clock = clock
    self.telemetry = telemetry
    self.news = news
    self.changed = changed
    pace = SendPace(backoff: backoff)
  }

  /// Whose queue is sent from now on; `nil` = nobody's. A new login calls it, so that nothing goes out in another's
  /// name.
  public func use(_ queue: DeviceQueue?) {
    self.queue = queue
    plan.reconsider()
    pace.succeeded()
    wake()
  }

  /// What the configuration says of uploads.
  public func use(batchLimit: Int, order: Profile.Order?) {
    plan.limit = batchLimit
    plan.newestFirst = order != .fifo
  }

  /// The numbers of the pings of an upload under way.
  public var underWay: Set<Int64> { Set(plan.sequences) }

  /// How the phone stands with the server.
  public var state: SyncState {
    get async {
      switch await session.state {
      case .loggedOut: return .loggedOut
      case .ended: return .sessionEnded
      case .active: break
      }
      if let trouble = pace.trouble { return .waiting(trouble) }
      if let progress { return .syncing(done: progress.done, of: progress.of) }
      return .upToDate
    }
  }

  /// Something new waits: sends it, unless a wait is not over.
  public func wake() {
    isWoken = true
    rest?.cancel()
  }

  /// The phone has found a network or lost it. A found one is another one: waits end.
  public func connection(_ isThere: Bool) async {
    pace.connection(isThere)
    hasten()
    await changed(state)
  }

  /// The app came to the foreground: waits end, but for what the server has asked.
  public func hurry() {
    pace.hurry()
    hasten()
  }

  private func hasten() {
    // A request under way keeps its pings; the next one is put together anew.
    isHurried = true
    wake()
  }

  /// Sends until nothing waits, the server cannot be reached, or the task is cancelled: for a button, and for the
  /// background runs that platforms grant.
  ///
  /// - Returns: Whether everything was told.
  public func syncNow() async -> Bool {
    hurry()
    return await drain() == nil
  }

  /// Sends what waits, and what comes to wait, until the task is cancelled.
  public func run() async {
    while !Task.isCancelled {
      isWoken = false
      let wait = await drain()
      guard !isWoken, !Task.isCancelled else { continue }
      let rest = Task { [clock] in
        // Without anything to wait for: until somebody wakes it.
        do { try await clock.sleep(wait ?? .max) } catch {}
      }
      self.rest = rest
      await withTaskCancellationHandler {
        await rest.value
      } onCancel: {
        rest.cancel()
      }
      self.rest = nil
    }
  }

  /// Sends after whoever is sending now has come to an end.
  private func drain() async -> Milliseconds? {
    while let current { _ = await current.value }
    let task = Task {
      let wait = await sendAll()
      current = nil
      return wait
    }
    current = task
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Sends as long as there is something to send and no reason to wait.
  ///
  /// - Returns: How long to wait for the next attempt, milliseconds; `nil` = nothing waits.
  private func sendAll() async -> Milliseconds? {
    while !Task.isCancelled {
      if isHurried {
        isHurried = false
        plan.reconsider()
      }
      guard let queue, case .active(let owner) = await session.state, owner.responder == queue.owner else {
        await changed(state)
        return .max
      }
      guard let pending = pending(in: queue) else { return await restWithoutStorage() }
      guard pending > 0 else { break }
      if case .rest(let wait) = pace.verdict(at: clock.now()) { return wait ?? .max }
      note(pending)
      await changed(state)
      if await isInPortal() { continue }
      do {
        try await sendNext(from: queue)
      } catch {
        // The phone's own file cannot be read or written: another time.
        fail(.storage, after: nil)
      }
    }
    progress = nil
    await changed(state)
    return Task.isCancelled ? .max : nil
  }

  /// How much waits; `nil` = the phone's own file cannot be read.
  private func pending(in queue: DeviceQueue) -> Int? { try? queue.status().pending }

  private func restWithoutStorage() async -> Milliseconds {
    fail(.storage, after: nil)
    await changed(state)
    guard case .rest(let wait?) = pace.verdict(at: clock.now()) else { return .max }
    return wait
  }

  /// Counts what is done of what waited when this began; what comes meanwhile makes it more.
  private func note(_ pending: Int) {
    guard let progress else { return self.progress = (0, pending) }
    let all = max(progress.of, progress.done + pending)
    self.progress = (all - pending, all)
  }

  private func sendNext(from queue: DeviceQueue) async throws {
    let notices = try queue.notices()
    if !notices.isEmpty { return try await send(notices, from: queue) }
    try await sendPings(from: queue)
  }
}

// MARK: - Trouble

extension Sender {
  func fail(_ trouble: SendPace.Trouble, after: Milliseconds?) {
    pace.failed(trouble, retryAfter: after, at: clock.now(), random: clock.random())
  }

  /// What every outcome has in common.
  ///
  /// - Returns: The refusal when Rollcall itself has refused, and not because of the session.
  func settle<Value>(_ outcome: Outcome<Value>) async -> Refusal? {
    switch outcome {
    case .done:
      pace.succeeded()
    case .tryLater(let after, let reason):
      if reason == RollcallClient.strangeAnswer { inPortal = true }
      fail(after == nil ? .noAnswer : .busy, after: after)
    case .refused(let refusal):
      guard refusal.isFromRollcall else {
        inPortal = true
        fail(.noAnswer, after: nil)
        return nil
      }
      guard refusal.endsSession else { return refusal }
      // The session has taken note: what waits, waits for the next login.
      if case .active = await session.state { fail(.refused, after: nil) }
    }
    return nil
  }

  /// After a strange answer: asks the server itself before anything else is said, so that no token and no position goes
  /// to a stranger.
  private func isInPortal() async -> Bool {
    guard inPortal else { return false }
    let isThere = await session.isServerThere()
    if isThere {
      inPortal = false
    } else {
      fail(.captivePortal, after: nil)
    }
    return !isThere
  }

  func tell(_ item: SenderNews) async { await news(item) }
}
