import Logging
import RollcallStore
import Synchronization

/// How often each background task has failed since the start, for the metrics.
final class FailureCounts: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  /// All tasks that report here, by name, also those without failures.
  var all: [(task: String, count: Int)] {
    counts.withLock { $0.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
  }

  /// Counts a failure.
  func count(_ task: String) { counts.withLock { $0[task, default: 0] += 1 } }

  /// A report of one task; each of its log lines begins with `words`.
  func report(_ task: String, _ words: String, _ logger: Logger) -> FailureReport {
    counts.withLock { $0[task, default: 0] += 0 }
    return FailureReport { failure in
      logger.error("\(words)\(failure)")
    } count: { [self] in
      count(task)
    }
  }
}

/// Counts each failure of a task. A lasting one is logged once, and again when it comes back.
final class FailureReport: Sendable {
  private let hasFailed = Mutex(false)
  private let log: @Sendable (String) -> Void
  private let count: @Sendable () -> Void

  /// A report to `log`, in words.
  init(_ log: @escaping @Sendable (String) -> Void, count: @escaping @Sendable () -> Void = {}) {
    (self.log, self.count) = (log, count)
  }

  /// A report of the same task whose failures are logged separately.
  func apart() -> FailureReport { FailureReport(log, count: count) }

  /// The last work succeeded.
  func recovered() { hasFailed.withLock { $0 = false } }

  /// The last work failed.
  func failed(_ error: any Error) {
    count()
    let isNew = hasFailed.withLock { failed in
      defer { failed = true }
      return !failed
    }
    if isNew { log(Words.of(error)) }
  }

  /// Logs a failure every time.
  func tell(_ words: String) {
    count()
    log(words)
  }
}
