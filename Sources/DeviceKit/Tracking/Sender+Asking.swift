import Rollcall

/// Requests that do not depend on a queue: configuration, offers, visits. They are paced like everything else
/// that is sent.
extension Sender {
  /// Why nothing was asked.
  static let shut = "the server asks for patience, or somebody answers in its place"

  /// Whether nothing may be sent now: the server asked for a pause, or a captive portal answers in its place.
  func isShut() async -> Bool {
    if pace.mustWait(at: clock.now()) { return true }
    return await isInPortal()
  }

  /// Makes a request under the session, once.
  ///
  /// - Parameter owner: Whose name it is sent in; `nil` = the current owner.
  func ask<Value: Sendable>(
    of owner: Responder.ID? = nil, _ request: @Sendable (RollcallClient) async -> Outcome<Value>
  ) async -> Outcome<Value> {
    let before = await state
    let outcome = await answer(of: owner, request)
    if await state != before { await tellState() }
    return outcome
  }

  private func answer<Value: Sendable>(
    of owner: Responder.ID?, _ request: @Sendable (RollcallClient) async -> Outcome<Value>
  ) async -> Outcome<Value> {
    guard await !isShut() else { return .tryLater(after: nil, reason: Self.shut) }
    let outcome = await session.call(of: owner, request)
    switch outcome {
    case .done: pace.answered()
    case .tryLater(let after, let reason):
      if reason == RollcallClient.strangeAnswer { inPortal = true }
      if let after { fail(.busy, after: after) }
    case .refused(let refusal): if !refusal.isFromRollcall { inPortal = true }
    }
    return outcome
  }
}
