import Foundation

/// Settles deadlines soon after they pass, for those who are not heard. What it writes does not depend on when it
/// runs; it only makes sure that nobody has to ask.
final class DeadlineLoop: Sendable {
  /// What it does.
  struct Acts: Sendable {
    /// Settles a batch of overdue responders; returns how many there were.
    var settle: @Sendable () throws -> Int
    /// Told of failures, in words.
    var report: @Sendable (String) -> Void
  }

  /// How long it rests, milliseconds: a passed deadline is written within a second.
  static let rest = 200

  private let acts: Acts
  private let stopping = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  init(_ acts: Acts) { self.acts = acts }

  /// Settles whatever is overdue now.
  func run() {
    do { while try acts.settle() > 0 {} } catch { acts.report(Words.of(error)) }
  }

  /// Runs again and again on a thread of its own.
  func start() {
    let thread = Thread { [self] in
      while stopping.wait(timeout: .now() + .milliseconds(Self.rest)) == .timedOut { run() }
      ended.signal()
    }
    thread.name = "deadlines"
    thread.start()
  }

  /// Ends the run at hand; to be called once, after `start`.
  func stop() {
    stopping.signal()
    ended.wait()
  }
}
