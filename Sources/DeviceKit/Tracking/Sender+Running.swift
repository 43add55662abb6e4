import Rollcall
import RollcallWire

extension Sender {
  /// Sends until the queue is empty, the server cannot be reached, or the task is cancelled. For a button, or
  /// a background run that the platform grants.
  ///
  /// - Returns: Whether everything was sent.
  public func syncNow() async -> Bool {
    hurry()
    return await drain() == nil
  }

  /// Sends what is queued, now and later, until the task is cancelled.
  public func run() async {
    while !Task.isCancelled {
      isWoken = false
      let wait = await drain()
      guard !isWoken, !Task.isCancelled else { continue }
      let rest = clock.tasks.start { [clock] in
        // Without a next attempt, sleep until `wake`.
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

  /// Sends after the current run has ended.
  private func drain() async -> Milliseconds? {
    while let current { _ = await current.value }
    let task = clock.tasks.start { await self.round() }
    current = task
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private func round() async -> Milliseconds? {
    let wait = await sendAll()
    current = nil
    return wait
  }

  /// Sends as long as there is something to send and no reason to wait.
  ///
  /// - Returns: How long to wait for the next attempt, milliseconds; `nil` = the queue is empty.
  private func sendAll() async -> Milliseconds? {
    var hasTried = false
    while !Task.isCancelled {
      if isHurried {
        isHurried = false
        plan.reconsider()
      }
      guard let queue, case .active(let owner) = await session.state, owner.responder == queue.owner else {
        await publishState()
        return .max
      }
      guard let pending = pending(in: queue) else { return await restWithoutStorage() }
      guard pending > 0 else { break }
      if case .rest(let wait) = pace.verdict(at: clock.now()) {
        if hasTried { await publishState() }
        return wait ?? .max
      }
      hasTried = true
      record(pending)
      await publishState()
      if await isInPortal() { continue }
      do {
        try await sendNext(from: queue)
      } catch {
        // The phone's file cannot be read or written: try later.
        fail(.storage, after: nil)
      }
    }
    progress = nil
    await publishState()
    return Task.isCancelled ? .max : nil
  }

  /// How much waits; `nil` = the phone's file cannot be read.
  private func pending(in queue: DeviceQueue) -> Int? { try? queue.status().pending }

  private func restWithoutStorage() async -> Milliseconds {
    fail(.storage, after: nil)
    await publishState()
    guard case .rest(let wait?) = pace.verdict(at: clock.now()) else { return .max }
    return wait
  }

  /// Updates the progress of this run. Items added meanwhile increase the total.
  private func record(_ pending: Int) {
    guard let progress else { return self.progress = (0, pending) }
    let all = max(progress.of, progress.done + pending)
    self.progress = (all - pending, all)
  }

  private func sendNext(from queue: DeviceQueue) async throws {
    let notices = try queue.notices(most: mostNotices)
    if !notices.isEmpty { return try await send(notices, from: queue) }
    try await sendPings(from: queue)
  }
}
