import Synchronization

/// Tells a failure that lasts once, and again when it comes back.
final class FailureReport: Sendable {
  private let hasFailed = Mutex(false)
  private let tell: @Sendable (String) -> Void

  /// A report to `tell`, in words.
  init(_ tell: @escaping @Sendable (String) -> Void) { self.tell = tell }

  /// Does the work, and tells of its failure unless the last one failed, too.
  func attempt(_ work: () throws -> Void) {
    do {
      try work()
      recovered()
    } catch {
      failed(error)
    }
  }

  /// The last work succeeded.
  func recovered() { hasFailed.withLock { $0 = false } }

  /// The last work failed.
  func failed(_ error: any Error) {
    let isNew = hasFailed.withLock { failed in
      defer { failed = true }
      return !failed
    }
    if isNew { tell(Words.of(error)) }
  }
}
