import Dispatch
import RollcallStore

/// How a background thread rests. Tests replace it with a clock of their own.
protocol Rests: Sendable {
  /// Rests for so many milliseconds, even when others are woken; `false` = it is to end now.
  func rest(_ milliseconds: Int) -> Bool
  /// Rests until it is woken, at most for so many milliseconds; `false` = it is to end now.
  func wait(_ milliseconds: Int) -> Bool
  /// Ends the present rest and all later ones.
  func end()
}

/// Rests of real threads.
final class ThreadRests: Rests {
  private let wake: Signal?
  private let ending = DispatchSemaphore(value: 0)

  /// - Parameter wake: wakes the waiting thread; `nil` = only time does.
  init(wake: Signal? = nil) { self.wake = wake }

  func rest(_ milliseconds: Int) -> Bool {
    let isEnding = ending.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
    // Passed on to other resting threads, and the next rest.
    if isEnding { ending.signal() }
    return !isEnding
  }

  func wait(_ milliseconds: Int) -> Bool {
    guard let wake else { return rest(milliseconds) }
    guard rest(0) else { return false }
    wake.wait(milliseconds)
    return rest(0)
  }

  func end() {
    ending.signal()
    wake?.raise()
  }
}
