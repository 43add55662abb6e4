import Synchronization

/// Passes on at most ten messages a second and says how many it kept back.
final class RateLimitedLog: Sendable {
  private struct Window {
    var start: UInt64 = 0
    var count = 0
    var kept = 0
    var last = ""
  }

  private let window = Mutex(Window())
  private let sink: @Sendable (String) -> Void
  private let limit = 10

  init(_ sink: @escaping @Sendable (String) -> Void) {
    self.sink = sink
  }

  /// The newest message, for the error of a start that failed.
  var last: String { window.withLock { $0.last } }

  func write(_ message: String) {
    write(message, at: Monotonic.now())
  }

  func write(_ message: String, at now: UInt64) {
    let due: [String] = window.withLock { window in
      window.last = message
      var due: [String] = []
      if now &- window.start >= 1_000_000_000 {
        if window.kept > 0 { due.append("\(window.kept) more messages were left out") }
        (window.start, window.count, window.kept) = (now, 0, 0)
      }
      guard window.count < limit else {
        window.kept += 1
        return due
      }
      window.count += 1
      due.append(message)
      return due
    }
    due.forEach(sink)
  }
}
