import Rollcall
import RollcallWire

extension Sender {
  func fail(_ trouble: SendPace.Trouble, after: Milliseconds?) {
    pace.failed(trouble, retryAfter: after, at: clock.now(), random: clock.random())
    toldTrouble = nil
  }

  /// Tells how the phone stands with the server; a trouble once for each attempt that met it, so that whoever counts
  /// what is told counts attempts.
  func tellState() async {
    let state = await state
    if case .waiting(let trouble) = state {
      guard trouble != toldTrouble else { return }
      toldTrouble = trouble
    } else {
      toldTrouble = nil
    }
    await changed(state)
  }

  /// What every outcome has in common.
  ///
  /// - Returns: The refusal when Rollcall itself has refused, and not because of the session.
  func settle<Value>(_ outcome: Outcome<Value>) async -> Refusal? {
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
      // The session has taken note: what waits, waits for the next login.
      if case .active = await session.state { fail(.refused, after: nil) }
    }
    return nil
  }

  /// After a strange answer: asks the server itself before anything else is said, so that no token and no position goes
  /// to a stranger.
  func isInPortal() async -> Bool {
    guard inPortal else { return false }
    switch await session.presence() {
    case .there: inPortal = false
    case .silent: fail(.noAnswer, after: nil)
    case .stranger: fail(.captivePortal, after: nil)
    }
    return inPortal
  }

  func tell(_ item: SenderNews) async { await news(item) }

  /// What an answer asks the responder to take, if anything.
  func tell(offers: [OfferMessage]) async {
    if !offers.isEmpty { await tell(.offers(offers)) }
  }
}
