import Dispatch

extension Store {
  /// Rewrites the file, so that no copy of a deleted row is left between the others, and empties the log.
  /// Blocks the caller and all writes, for as long as it takes to rewrite the whole file and copy it back.
  ///
  /// - Throws: `unavailable` when there is no room for it, or a reader still uses an older state of the file.
  func scrub() throws(StoreError) { try scrub(isWhole: true) }

  /// Empties the log only. Blocks.
  ///
  /// - Throws: `unavailable` when a reader still uses an older state of the file.
  func scrubLog() throws(StoreError) { try scrub(isWhole: false) }

  private func scrub(isWhole: Bool) throws(StoreError) {
    let ready = DispatchSemaphore(value: 0)
    let answer = Answer()
    let isTaken = writer.scrub(isWhole: isWhole) { error in
      answer.error = error
      ready.signal()
    }
    guard isTaken else { throw .unavailable("the writer has stopped") }
    ready.wait()
    if let error = answer.error { throw error }
  }
}

/// The result: written by the writer before it signals, read after.
private final class Answer {
  var error: StoreError?
}
