import Rollcall
import RollcallWire

extension Sender {
  func fail(_ failure: SendPace.Failure, after: Milliseconds?) {
    pace.failed(failure, retryAfter: after, at: clock.now(), random: clock.random())
    reportedFailure = nil
  }

  /// Publishes the state of synchronisation: a failure once for each attempt that met it, so that a listener
  /// can count attempts.
  func publishState() async {
    let state = await state
    if case .waiting(let failure) = state {
      guard failure != reportedFailure else { return }
      reportedFailure = failure
    } else {
      reportedFailure = nil
    }
    await changed(state)
  }

  /// Handles what all outcomes have in common.
  ///
  /// - Returns: The refusal when Rollcall itself has refused, and not because of the session.
  func handle<Value>(_ outcome: Outcome<Value>) async -> Refusal? {
    switch outcome {
    case .done:
      pace.succeeded()
    case .tryLater(let after, let reason):
      if reason == RollcallClient.strangeAnswer { inPortal = true }
      fail(after == nil ? .noAnswer : .busy, after: after)
    case .refused(let refusal):
      guard refusal.isFromRollcall else {
        inPortal = true
        fail(.noAnswer, after: nil)
        return nil
      }
      guard refusal.endsSession else { return refusal }
      // The session has handled it: the queue waits for the next login.
      if case .active = await session.state { fail(.refused, after: nil) }
    }
    return nil
  }

  /// After an unexpected answer, checks that the server is Rollcall before anything else is sent, so that no
  /// token and no position goes to a stranger.
  func isInPortal() async -> Bool {
    guard inPortal else { return false }
    switch await session.presence() {
    case .there: inPortal = false
    case .silent: fail(.noAnswer, after: nil)
    case .stranger: fail(.captivePortal, after: nil)
    }
    return inPortal
  }

  func publish(_ item: SenderNews) async { await news(item) }

  /// Publishes the offers that came with an answer.
  func publish(offers: [OfferMessage]) async {
    if !offers.isEmpty { await publish(.offers(offers)) }
  }
}
