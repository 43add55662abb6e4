import Rollcall

/// Questions that wait for no queue: configuration, offers, visits. They pass the same gate as everything that is sent.
extension Sender {
  /// Why nothing was asked.
  static let shut = "the server asks for patience, or somebody answers in its place"

  /// Whether nothing may be said to the server now: it has asked for patience, or a hotel's login page has answered in its
  /// place.
  func isShut() async -> Bool {
    if pace.mustWait(at: clock.now()) { return true }
    return await isInPortal()
  }

  /// Asks something under the session, once.
  ///
  /// - Parameter owner: In whose name; `nil` = whoever is logged in.
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
