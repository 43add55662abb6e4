import Foundation

/// A thread that works, rests and works again until it is told to end.
final class BackgroundLoop: Sendable {
  private let name: String
  private let stopping = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// A loop whose thread has this name.
  init(_ name: String) { self.name = name }

  /// Runs `body` on the loop's thread; it returns when a rest says so.
  func start(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread { [ended] in
      body()
      ended.signal()
    }
    thread.name = name
    thread.start()
  }

  /// Runs `work` again and again, with a rest of so many milliseconds before each time.
  ///
  /// - Parameter first: the rest before the first time, milliseconds; `nil` = as before the others.
  func start(every milliseconds: Int, first: Int? = nil, _ work: @escaping @Sendable () -> Void) {
    start { [self] in
      var wait = first ?? milliseconds
      while rest(wait) {
        work()
        wait = milliseconds
      }
    }
  }

  /// Rests, on the loop's thread; `false` = the loop is to end now.
  func rest(_ milliseconds: Int) -> Bool {
    let isStopping = stopping.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
    // Whoever asks again is told again.
    if isStopping { stopping.signal() }
    return !isStopping
  }

  /// Ends it after the work at hand; to be called once, after `start`. Blocks.
  func stop() {
    stopping.signal()
    ended.wait()
  }
}
