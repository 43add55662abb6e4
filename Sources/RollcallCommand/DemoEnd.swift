import Dispatch
import Foundation
import Synchronization

/// Ends a demo on a signal that arrives before its server handles signals, or a second one while it is
/// stopping: at once, removing what it has made.
final class DemoEnd: Sendable {
  private struct State {
    var made: [String]
    var isServed = false
    var asked: ContinuousClock.Instant?
  }

  private let state: Mutex<State>

  /// Handles SIGINT, SIGTERM and SIGHUP from now on, until the process ends.
  ///
  /// - Parameter made: Files and folders to remove.
  init(taking made: [String]) {
    state = Mutex(State(made: made))
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      // Keeps the source and this object alive.
      source.setEventHandler { [self] in withExtendedLifetime(source) { heard(number) } }
      source.resume()
    }
  }

  /// Hands signals over to the server; `kept` is not removed.
  func isServed(keeping kept: [String]) {
    state.withLock {
      $0.isServed = true
      $0.made.removeAll { kept.contains($0) }
    }
  }

  private func heard(_ number: Int32) {
    let made = state.withLock { state -> [String]? in
      guard state.isServed else { return state.made }
      let now = ContinuousClock.now
      // One key press, or one `kill`, may arrive more than once.
      guard let asked = state.asked else {
        state.asked = now
        return nil
      }
      return now - asked >= .seconds(1) ? state.made : nil
    }
    guard let made else { return }
    for path in made { Self.takeAway(path) }
    _exit(128 + number)
  }

  /// Removes a file or folder. Other threads may still be writing there, so it repeats until nothing is left.
  private static func takeAway(_ path: String) {
    for _ in 0..<50 where FileManager.default.fileExists(atPath: path) {
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
