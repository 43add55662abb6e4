/// Asks the next one as soon as it is time: when an answer did not come, an assignee was lost, somebody became
/// available. What it writes does not depend on when it runs; it only makes sure that nobody has to look.
final class DispatchLoop: Sendable {
  /// What it does.
  struct Acts: Sendable {
    /// Waits until there may be work, or for so many milliseconds.
    var wait: @Sendable (Int) -> Void
    /// Does a batch of what is due; returns how much there was.
    var work: @Sendable () throws -> Int
    /// Told of failures, in words.
    var report: @Sendable (String) -> Void
  }

  /// How long it waits when nobody wakes it, milliseconds: an answer's time is over by at most so much.
  static let rest = 100

  private let acts: Acts
  private let failures: FailureReport
  private let loop = BackgroundLoop("dispatch")

  init(_ acts: Acts) {
    self.acts = acts
    failures = FailureReport(acts.report)
  }

  /// Does whatever is due now. A failure that lasts is told once.
  func run() { failures.attempt { while try acts.work() > 0 {} } }

  /// Runs again and again on a thread of its own.
  func start() {
    loop.start { [self] in
      while loop.rest(0) {
        acts.wait(Self.rest)
        run()
      }
    }
  }

  /// Ends the run at hand; to be called once, after `start`.
  func stop() { loop.stop() }
}
