import DequeModule

/// A bounded pool of threads. Jobs are refused when too many wait; chunks of streams, whose number is bounded
/// elsewhere, take turns with them, so that neither starves the other.
final class WorkLane: @unchecked Sendable {
  // Sendable: everything below `monitor` is touched only with it held.
  private let monitor = Monitor()
  private let queueLimit: Int
  private var jobs: Deque<@Sendable () -> Void> = []
  private var chunks: Deque<@Sendable () -> Void> = []
  private var chunkIsNext = true
  private var isStopped = false

  /// Starts the threads.
  init(_ size: LaneSize) throws(ServerError) {
    queueLimit = max(size.queue, 0)
    for _ in 0..<min(max(size.threads, 1), 256) {
      guard WorkerThread.start({ [self] in serve() }) else {
        stop()
        throw .noThread
      }
    }
  }

  /// Queues a job; false when too many wait already, or the lane has stopped.
  func submit(_ job: @escaping @Sendable () -> Void) -> Bool {
    monitor.locked {
      guard !isStopped, jobs.count < queueLimit else { return false }
      jobs.append(job)
      monitor.signal()
      return true
    }
  }

  /// Queues the production of a stream's next chunk.
  func submitChunk(_ job: @escaping @Sendable () -> Void) {
    monitor.locked {
      guard !isStopped else { return }
      chunks.append(job)
      monitor.signal()
    }
  }

  /// Forgets what waits; the threads end after what they are doing.
  func stop() {
    let forgotten = monitor.locked {
      isStopped = true
      monitor.broadcast()
      defer { (jobs, chunks) = ([], []) }
      return (jobs, chunks)
    }
    // Released here, outside the lock: a job's last reference may run code of the product.
    withExtendedLifetime(forgotten) {}
  }

  private func serve() {
    while let job = next() { job() }
  }

  private func next() -> (@Sendable () -> Void)? {
    monitor.locked {
      while !isStopped {
        let job = chunkIsNext ? chunks.popFirst() ?? jobs.popFirst() : jobs.popFirst() ?? chunks.popFirst()
        chunkIsNext.toggle()
        if let job { return job }
        monitor.wait()
      }
      return nil
    }
  }
}
