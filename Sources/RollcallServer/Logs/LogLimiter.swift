import Synchronization

/// Lets a number of lines through within any second, and counts the others.
final class LogLimiter: Sendable {
  private struct State {
    /// When the newest lines were written.
    var times: [Duration] = []
    var leftOut = 0
  }

  private let state = Mutex(State())
  private let limit: Int

  /// - Parameter limit: lines a second.
  init(limit: Int) {
    self.limit = limit
  }

  /// The decision about a line.
  enum Verdict: Equatable {
    /// Write it, and before it the number of those left out, unless that is 0.
    case write(leftOut: Int)
    /// Leave it out; true for the first one: call ``leftOut(at:)`` a second later.
    case leaveOut(isFirst: Bool)
  }

  /// Judges a line.
  ///
  /// - Parameter now: a monotonic clock.
  func judge(at now: Duration) -> Verdict {
    state.withLock { state in
      let lines = state.leftOut > 0 ? 2 : 1
      guard hasRoom(for: lines, &state, now) else {
        state.leftOut += 1
        return .leaveOut(isFirst: state.leftOut == 1)
      }
      for _ in 0..<lines { state.times.append(now) }
      defer { state.leftOut = 0 }
      return .write(leftOut: state.leftOut)
    }
  }

  /// How many lines were left out and not reported yet, if there is room for the line that reports it; else
  /// 0.
  func leftOut(at now: Duration) -> Int {
    state.withLock { state in
      guard state.leftOut > 0, hasRoom(for: 1, &state, now) else { return 0 }
      state.times.append(now)
      defer { state.leftOut = 0 }
      return state.leftOut
    }
  }

  private func hasRoom(for lines: Int, _ state: inout State, _ now: Duration) -> Bool {
    while let first = state.times.first, now < first || now - first >= .seconds(1) {
      state.times.removeFirst()
    }
    return state.times.count + lines <= limit
  }
}
