/// Does what has become due, again and again, on a thread of its own. A failure that lasts is told once.
final class DueLoop: Sendable {
  private let rest: Int
  private let pause: Int
  private let work: @Sendable () throws -> Bool
  private let failures: FailureReport
  private let loop: BackgroundLoop

  /// A loop whose thread has this name.
  ///
  /// - Parameters:
  ///   - rest: between two looks, milliseconds.
  ///   - pause: before each part, milliseconds.
  ///   - work: does a part of what is due; `false` = there was nothing.
  ///   - report: told of failures, in words.
  init(
    _ name: String, every rest: Int, pause: Int = 0, _ work: @escaping @Sendable () throws -> Bool,
    report: @escaping @Sendable (String) -> Void
  ) {
    (self.rest, self.pause, self.work) = (rest, pause, work)
    failures = FailureReport(report)
    loop = BackgroundLoop(name)
  }

  /// Does whatever is due now.
  func run() { failures.attempt { while loop.rest(pause), try work() {} } }

  /// Looks again and again.
  func start() { loop.start(every: rest) { [self] in run() } }

  /// Ends after the part at hand; to be called once, after `start`.
  func stop() { loop.stop() }
}
