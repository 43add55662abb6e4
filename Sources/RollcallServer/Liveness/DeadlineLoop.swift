/// Settles deadlines soon after they pass, for those who are not heard. What it writes does not depend on when it
/// runs; it only makes sure that nobody has to ask.
final class DeadlineLoop: Sendable {
  /// What it does.
  struct Acts: Sendable {
    /// Settles a batch of what is overdue; returns how much there was.
    var settle: @Sendable () throws -> Int
    /// Told of failures, in words.
    var report: @Sendable (String) -> Void
  }

  /// How long it rests, milliseconds: a passed deadline is written within a second.
  static let rest = 200

  private let acts: Acts
  private let failures: FailureReport
  private let loop = BackgroundLoop("deadlines")

  init(_ acts: Acts) {
    self.acts = acts
    failures = FailureReport(acts.report)
  }

  /// Settles whatever is overdue now. A failure that lasts is told once.
  func run() { failures.attempt { while try acts.settle() > 0 {} } }

  /// Runs again and again on a thread of its own.
  func start() { loop.start(every: Self.rest) { [self] in run() } }

  /// Ends the run at hand; to be called once, after `start`.
  func stop() { loop.stop() }
}
