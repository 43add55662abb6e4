import Glibc

/// The thread that enforces deadlines. The library's own timeout restarts with each byte, and does not cover
/// suspended connections.
final class Reaper: @unchecked Sendable {
  // Sendable: the variables are touched only with `monitor` held, `spares` only by the thread.
  private let core: Core
  private let interval: UInt64 = 200_000_000
  /// The shorter interval while sockets linger whose clients may still send.
  private let drainInterval: UInt64 = 20_000_000
  private let monitor = Monitor()
  private var isStopped = false
  private var isOver = false
  private var spares: [CInt] = []

  init(_ core: Core) {
    self.core = core
  }

  func start() -> Bool {
    WorkerThread.start { [self] in run() }
  }

  /// Ends the thread and waits for it.
  func stop() {
    monitor.locked {
      isStopped = true
      monitor.broadcast()
      while !isOver { monitor.wait() }
    }
  }

  private func run() {
    var next: UInt64 = 0
    while pause() {
      let now = Monotonic.now()
      core.drain.step(at: now)
      guard now >= next else { continue }
      next = now + interval
      let shortOfDescriptors = !holdSpares()
      reap(at: now, shortOfDescriptors: shortOfDescriptors)
    }
    spares.forEach { _ = close($0) }
    monitor.locked {
      isOver = true
      monitor.broadcast()
    }
  }

  private func pause() -> Bool {
    monitor.locked {
      let end = Monotonic.now() + (core.drain.isEmpty ? interval : drainInterval)
      while !isStopped, Monotonic.now() < end { monitor.wait(until: end) }
      return !isStopped
    }
  }

  private func reap(at now: UInt64, shortOfDescriptors: Bool) {
    let hurry = core.streams.isFull ? core.limits.readerHurry : 0
    let late = core.registry.reap(at: now, excess: shortOfDescriptors ? 16 : 0, hurry: hurry)
    for connection in late { connection.expire(at: now) }
  }

  /// Holds two spare descriptors. When none is left they are released, so that the event loops can accept
  /// (they spin otherwise), and idle connections make room.
  private func holdSpares() -> Bool {
    while spares.count < 3 {
      let spare = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard spare >= 0 else {
        spares.forEach { _ = close($0) }
        spares = []
        return false
      }
      spares.append(spare)
    }
    // The third was opened only to see whether there is one.
    _ = close(spares.removeLast())
    return true
  }
}
