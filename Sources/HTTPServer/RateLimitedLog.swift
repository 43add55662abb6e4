import Synchronization

/// Passes on at most ten messages a second, each distinct one once a minute, and says how many were
/// suppressed.
final class RateLimitedLog: Sendable {
  private struct Repeats {
    var since: UInt64
    var count = 0
  }

  private struct State {
    var start: UInt64 = 0
    var count = 0
    var kept = 0
    var last = ""
    var repeats: [String: Repeats] = [:]
  }

  private let state = Mutex(State())
  private let sink: @Sendable (String) -> Void
  private static let limit = 10
  /// How many messages are remembered with the time they were last passed on.
  private static let remembered = 32
  private static let second: UInt64 = 1_000_000_000
  private static let minute = 60 * second

  init(_ sink: @escaping @Sendable (String) -> Void) {
    self.sink = sink
  }

  /// The newest message, for the error of a start that failed.
  var last: String { state.withLock { $0.last } }

  func write(_ message: String) {
    write(message, at: Monotonic.now())
  }

  func write(_ message: String, at now: UInt64) {
    let due = state.withLock { state in
      state.last = message
      guard let text = Self.unrepeated(message, &state, now) else { return [String]() }
      return Self.limited(text, &state, now)
    }
    due.forEach(sink)
  }

  /// The message with the number of suppressed repeats; nil within a minute of the last one.
  private static func unrepeated(_ message: String, _ state: inout State, _ now: UInt64) -> String? {
    guard let before = state.repeats[message] else {
      if state.repeats.count >= remembered { state.repeats.removeAll() }
      state.repeats[message] = Repeats(since: now)
      return message
    }
    guard now &- before.since >= minute else {
      state.repeats[message]?.count += 1
      return nil
    }
    state.repeats[message] = Repeats(since: now)
    return before.count > 0 ? "\(message) (and \(before.count) times before)" : message
  }

  private static func limited(_ message: String, _ state: inout State, _ now: UInt64) -> [String] {
    var due: [String] = []
    if now &- state.start >= second {
      if state.kept > 0 { due.append("\(state.kept) more messages were left out") }
      (state.start, state.count, state.kept) = (now, 0, 0)
    }
    guard state.count < limit else {
      state.kept += 1
      return due
    }
    state.count += 1
    due.append(message)
    return due
  }
}
