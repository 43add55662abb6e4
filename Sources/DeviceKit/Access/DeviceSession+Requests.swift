public import Rollcall
import RollcallWire

extension DeviceSession {
  /// Makes a request under this session. When the token has expired, renews it and tries once more.
  ///
  /// A refusal with 401 ends the session, and ``state`` changes.
  ///
  /// - Parameter owner: Whose name the request is sent in. When a different person is logged in, nothing is
  ///   sent. `nil` = the current owner.
  public func call<Value: Sendable>(
    of owner: Responder.ID? = nil, _ request: @Sendable (RollcallClient) async -> Outcome<Value>
  ) async -> Outcome<Value> {
    guard let first = tokens, !first.isEnded, owner == nil || first.owner.responder == owner else {
      return .refused(Self.noSession)
    }
    let outcome = await request(RollcallClient(sender: sender, token: first.access))
    guard case .refused(let refusal) = outcome, refusal.endsSession, refusal.isFromRollcall else {
      return outcome
    }
    if refusal.code != .sessionRevoked, first.refresh != nil {
      return await again(request, instead: first)
    }
    end(first.access)
    return outcome
  }

  /// Repeats the request with a new token.
  private func again<Value: Sendable>(
    _ request: @Sendable (RollcallClient) async -> Outcome<Value>, instead used: SessionTokens
  ) async -> Outcome<Value> {
    switch await renew(instead: used.access) {
    case .done: break
    case .tryLater(let after, let reason): return .tryLater(after: after, reason: reason)
    case .refused(let refusal):
      // A refusal of the refresh answers the request only when it ends the session.
      return refusal.endsSession ? .refused(refusal) : .tryLater(after: nil, reason: refusal.description)
    }
    guard let tokens, !tokens.isEnded, tokens.owner.id == used.owner.id else {
      return .refused(Self.noSession)
    }
    let outcome = await request(RollcallClient(sender: sender, token: tokens.access))
    guard case .refused(let refusal) = outcome, refusal.endsSession, refusal.isFromRollcall else {
      return outcome
    }
    // Expired as soon as it was issued: the server's clock is wrong, the session is not over.
    if refusal.code == .tokenExpired { return .tryLater(after: nil, reason: refusal.description) }
    end(tokens.access)
    return outcome
  }

  /// Gets a new pair unless a concurrent request has just done so.
  private func renew(instead used: String) async -> Outcome<Void> {
    if let renewal { return await renewal.value }
    guard let tokens, tokens.access == used, let refresh = tokens.refresh else { return .done(()) }
    let task = self.tasks.start { await self.exchange(refresh, of: tokens.owner) }
    renewal = task
    defer { renewal = nil }
    return await task.value
  }

  private func exchange(_ refresh: String, of owner: SessionOwner) async -> Outcome<Void> {
    switch await stranger.refresh(refresh, deviceID: deviceID) {
    case .done(let issued):
      // The old token is now worthless, so the new pair is saved before it is used.
      if tokens?.refresh == refresh {
        save(SessionTokens(access: issued.access, refresh: issued.refresh ?? refresh, owner: owner))
      }
      return .done(())
    case .tryLater(let after, let reason): return .tryLater(after: after, reason: reason)
    case .refused(let refusal):
      guard refusal.isFromRollcall else {
        return .tryLater(after: nil, reason: RollcallClient.strangeAnswer)
      }
      if refusal.endsSession, tokens?.refresh == refresh { end(tokens?.access) }
      return .refused(refusal)
    }
  }
}
