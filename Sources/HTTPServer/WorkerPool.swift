import DequeModule

/// A bounded pool of threads. Chunks of streams, jobs of authenticated clients and jobs of strangers take
/// turns, so that none starves the others; within each, askers take turns.
final class WorkerPool: @unchecked Sendable {
  // Sendable: everything below `monitor` is touched only while it is held.
  private let monitor = Monitor()
  private var chunks: Deque<FairQueue.Job> = []
  private var known: FairQueue
  private var strangers: FairQueue
  private var kind = 0
  private var isStopped = false

  /// Whose turn a job uses up.
  struct Asker: Sendable, Hashable {
    let name: String
    let isKnown: Bool
  }

  private struct Task {
    let asker: Asker?
    let job: FairQueue.Job
  }

  /// Starts the threads.
  init(_ size: LaneSize) throws(ServerError) {
    known = FairQueue(size)
    strangers = FairQueue(size)
    for _ in 0..<min(max(size.threads, 1), 256) {
      guard WorkerThread.start({ [self] in serve() }) else {
        stop()
        throw .noThread
      }
    }
  }

  /// Queues a job, unless too many wait already or the lane has stopped.
  func submit(for asker: Asker, _ job: @escaping FairQueue.Job) -> FairQueue.Intake {
    monitor.locked {
      guard !isStopped else { return .full }
      let intake =
        asker.isKnown ? known.add(job, for: asker.name) : strangers.add(job, for: asker.name)
      if intake == .queued { monitor.signal() }
      return intake
    }
  }

  /// Queues the production of a stream's next chunk; streams are bounded elsewhere.
  func submitChunk(_ job: @escaping FairQueue.Job) {
    monitor.locked {
      guard !isStopped else { return }
      chunks.append(job)
      monitor.signal()
    }
  }

  /// Drops the waiting jobs; the threads end after their present job.
  func stop() {
    let forgotten = monitor.locked {
      isStopped = true
      monitor.broadcast()
      let nothing = FairQueue(LaneSize(threads: 1, queue: 0))
      defer { (chunks, known, strangers) = ([], nothing, nothing) }
      return (chunks, known, strangers)
    }
    // Released here, outside the lock: the last reference to a job may run code of the product.
    withExtendedLifetime(forgotten) {}
  }

  private func serve() {
    var done: Asker?
    while let task = next(after: done) {
      task.job()
      done = task.asker
    }
  }

  private func next(after done: Asker?) -> Task? {
    monitor.locked {
      if let done {
        if done.isKnown { known.finished(done.name) } else { strangers.finished(done.name) }
      }
      while !isStopped {
        for _ in 0..<3 {
          kind = (kind + 1) % 3
          if let task = next(kind) { return task }
        }
        monitor.wait()
      }
      return nil
    }
  }

  private func next(_ kind: Int) -> Task? {
    switch kind {
    case 0: chunks.popFirst().map { Task(asker: nil, job: $0) }
    case 1: known.next().map { Task(asker: Asker(name: $0.asker, isKnown: true), job: $0.job) }
    default: strangers.next().map { Task(asker: Asker(name: $0.asker, isKnown: false), job: $0.job) }
    }
  }
}
