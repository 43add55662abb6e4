/// How often the server's background tasks have failed since the start.
public struct TaskFailures: Sendable {
  private let counts: @Sendable () -> [(task: String, count: Int)]

  /// Failures, read from their counter.
  public init(_ counts: @escaping @Sendable () -> [(task: String, count: Int)]) { self.counts = counts }

  /// No tasks.
  public static let none = TaskFailures { [] }

  func write(to text: inout MetricsText) {
    text.family(
      "rollcall_background_failures_total", "counter", "Failures of background tasks, each tried again.")
    for entry in counts() {
      text.sample("rollcall_background_failures_total", [("task", entry.task)], entry.count)
    }
  }
}

/// The web floor's view of the background work.
struct BackgroundState: Sendable {
  /// Whether it proves that the server can write.
  let isReady: @Sendable () -> Bool
  /// How often its tasks failed.
  let failures: TaskFailures
}
