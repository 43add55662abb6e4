import Synchronization

/// The downloads being streamed: a limit for all, and one for each asker.
final class StreamTable: Sendable {
  private struct State {
    var count = 0
    var byAsker: [String: Int] = [:]
  }

  private let state = Mutex(State())
  private let limit: Int
  private let perAsker: Int

  init(limit: Int, perAsker: Int) {
    self.limit = limit
    self.perAsker = perAsker
  }

  var count: Int { state.withLock { $0.count } }

  /// True when no further stream may begin, so that readers who take nothing should make room.
  var isFull: Bool { count >= limit }

  /// Asks for a stream. A caller that gets one returns it with ``leave(_:)``.
  func enter(_ asker: String) -> FairQueue.Intake {
    state.withLock { state in
      guard state.count < limit else { return .full }
      guard state.byAsker[asker, default: 0] < perAsker else { return .tooMany }
      state.count += 1
      state.byAsker[asker, default: 0] += 1
      return .queued
    }
  }

  func leave(_ asker: String) {
    state.withLock { state in
      guard let count = state.byAsker[asker] else { return }
      state.count -= 1
      state.byAsker[asker] = count > 1 ? count - 1 : nil
    }
  }
}
