import Dispatch
import Foundation

/// Repeated work on a thread of its own: after a rest, or as soon as it is woken.
///
/// A failure does not end it. It is counted and logged, and the work is repeated after the next rest.
final class Periodic: Sendable {
  /// Rests within the work, for so many milliseconds; `false` = end now.
  typealias Rest = (Int) -> Bool

  private let name: String
  private let every: Int
  private let first: Int
  private let rests: any Rests
  private let failures: FailureReport
  private let work: @Sendable (Rest) throws -> Int?
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - name: the name of its thread.
  ///   - every: the rest before each time, milliseconds.
  ///   - first: the rest before the first time; `nil` = `every`.
  ///   - work: returns how long to rest before the next time, at most `every`; `nil` = `every`.
  init(
    _ name: String, every: Int, first: Int? = nil, rests: any Rests = ThreadRests(),
    failures: FailureReport, planning work: @escaping @Sendable (Rest) throws -> Int?
  ) {
    (self.name, self.every, self.first) = (name, every, first ?? every)
    (self.rests, self.failures, self.work) = (rests, failures, work)
  }

  /// The same for work that does not choose its next time.
  convenience init(
    _ name: String, every: Int, first: Int? = nil, rests: any Rests = ThreadRests(),
    failures: FailureReport, doing work: @escaping @Sendable (Rest) throws -> Void
  ) {
    self.init(
      name, every: every, first: first, rests: rests, failures: failures,
      planning: { rest in
        try work(rest)
        return nil
      })
  }

  /// Does the work once; returns how long to rest afterwards, milliseconds.
  @discardableResult
  func run() -> Int {
    do {
      let wait = try work(rests.rest)
      failures.recovered()
      return min(max(wait ?? every, 0), every)
    } catch {
      failures.failed(error)
      return every
    }
  }

  /// Begins, on a thread of its own.
  func start() {
    let thread = Thread { [self] in
      var wait = first
      while rests.wait(wait) { wait = run() }
      ended.signal()
    }
    thread.name = name
    thread.start()
  }

  /// Ends after the current work; call it once, after `start`. Blocks.
  func stop() {
    rests.end()
    ended.wait()
  }
}
