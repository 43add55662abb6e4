import CMicroHTTPD
import Synchronization

/// Hands one answer from any thread to the connection's event loop, request after request.
///
/// The library forbids a resume before the suspension and a second resume. So both happen under one lock, and
/// an answer that is there before the handler returns needs neither.
final class ResponseHandoff: @unchecked Sendable {
  // Sendable: the state is behind a lock; `handle` is used only while the connection is suspended or in its own
  // callback, so it is alive.

  /// What the event loop is to do.
  enum Outcome: Sendable {
    case response(Response)
    case refusal(Refusal.Kind)
    /// The route's decision about the head.
    case admission(Admission)
  }

  private enum Step {
    case idle
    case running
    case suspended
    case settled(Outcome)
  }

  private struct State {
    var number: UInt64 = 0
    var step = Step.idle
  }

  private let state = Mutex(State())
  private let core: Core
  private let wakeUp: WakeUp
  private let handle: OpaquePointer

  init(_ core: Core, _ wakeUp: WakeUp, _ handle: OpaquePointer) {
    self.core = core
    self.wakeUp = wakeUp
    self.handle = handle
  }

  /// Begins the handoff for a new request; the returned number settles it.
  func begin() -> UInt64 {
    state.withLock { state in
      state.number &+= 1
      state.step = .running
      return state.number
    }
  }

  /// The outcome if it is there already; else suspends the connection, after `prepare`, and returns nil.
  func consumeOrSuspend(prepare: () -> Void) -> Outcome? {
    state.withLock { state in
      if let outcome = Self.consume(&state) { return outcome }
      guard core.enterSuspension() else {
        state.step = .idle
        return .refusal(.unavailable(retryAfter: 1))
      }
      prepare()
      MHD_suspend_connection(handle)
      state.step = .suspended
      return nil
    }
  }

  /// The outcome for which the connection was resumed.
  func consume() -> Outcome? {
    state.withLock { Self.consume(&$0) }
  }

  /// Settles the handoff of this number, on any thread. Ignored when it is settled already, or over.
  func settle(_ number: UInt64, _ outcome: Outcome) {
    state.withLock { state in
      guard state.number == number else { return }
      switch state.step {
      case .idle, .settled: return
      case .running: state.step = .settled(outcome)
      case .suspended: resume(&state, outcome)
      }
    }
  }

  /// Settles the handoff of a suspended connection.
  func settleSuspended(_ outcome: Outcome) {
    state.withLock { state in
      guard case .suspended = state.step else { return }
      resume(&state, outcome)
    }
  }

  /// True while the handoff of this number is unsettled.
  func isOpen(_ number: UInt64) -> Bool {
    state.withLock { state in
      guard state.number == number else { return false }
      switch state.step {
      case .running, .suspended: return true
      case .idle, .settled: return false
      }
    }
  }

  private func resume(_ state: inout State, _ outcome: Outcome) {
    state.step = .settled(outcome)
    wakeUp.resume(handle)
    core.leaveSuspension()
  }

  private static func consume(_ state: inout State) -> Outcome? {
    guard case .settled(let outcome) = state.step else { return nil }
    state.step = .idle
    return outcome
  }
}
