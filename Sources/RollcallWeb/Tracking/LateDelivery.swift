import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension Web {
  /// A route for batches of pings. A phone whose session a newer login has ended may come here, too, for a day.
  func batches(_ pattern: String, _ rules: UploadRules) -> Route {
    let take = upload(rules)
    return Route(
      .post, pattern, body: .json(limit: Self.bodyLimit), audience: "phone",
      admission: .inline { request in
        if isRevokedByDoubt(request) { return .postponed(Self.clockInDoubt) }
        guard let session = superseded(request) else { return admitPhone(request) }
        return admitDelivery(session)
      },
      handler: .deferred { request, reply in
        if let session = superseded(request) { return deliver(request, session, rules, reply) }
        answerPhone(request, reply, take)
      })
  }

  /// The session of the request's token, when a newer login ended it and it may still deliver.
  private func superseded(_ request: Request) -> PhoneSession? {
    guard let token = Self.bearer(request), let session = store.sessions.find(token: token),
      session.deliverable(at: store.clock()) != nil
    else { return nil }
    return session
  }

  /// Whether a newer login ended the session, and only the clock says that it is too late to deliver.
  private func isRevokedByDoubt(_ request: Request) -> Bool {
    guard let doubt = store.clockDoubt, let token = Self.bearer(request),
      let session = store.sessions.find(token: token), session.isSuperseded
    else { return false }
    return session.deliverable(at: doubt.latest) == nil || session.deliverable(at: doubt.estimate) == nil
  }

  /// As for other phones, but it is no contact.
  private func admitDelivery(_ session: PhoneSession) -> Admission {
    guard rates.take(session.id, now: store.clock()) else {
      return .postponed(
        Answer.refusal(.tooManyRequests, .rateLimited, "Too many requests", retryAfter: 1))
    }
    guard store.hasRoom else { return .postponed(Self.isBehind) }
    return .known(Self.asker(session))
  }

  /// All or nothing: whatever is wrong with it, the session has ended.
  private func deliver(_ request: Request, _ session: PhoneSession, _ rules: UploadRules, _ reply: Reply) {
    guard store.clockDoubt == nil else { return reply.send(Self.clockInDoubt) }
    guard let decoded = try? decode(request.body, rules), decoded.errors.isEmpty else {
      return refuseDelivery(session, reply)
    }
    store.deliver(decoded.batch, bytes: request.body.count, from: session) { [metrics] outcome in
      switch outcome {
      case .success(let result?):
        metrics.uploaded(result)
        reply.send(.json(BatchAnswer(result, rejected: nil).bytes, status: .created))
      case .success(nil): refuseDelivery(session, reply)
      case .failure(let error): reply.send(Self.refusal(error))
      }
    }
  }

  private func refuseDelivery(_ session: PhoneSession, _ reply: Reply) {
    store.noteDenied(session, code: Code.sessionRevoked.rawValue)
    reply.send(Answer.unauthorized(.sessionRevoked, "The session was ended"))
  }
}
