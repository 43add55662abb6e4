import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension UploadWeb {
  /// A route for batches of pings. A phone whose session was ended by a newer login may use it for a day,
  /// too.
  func batches(_ pattern: String, _ rules: UploadRules) -> Route {
    let take = upload(rules)
    return Route(
      .post, pattern, body: .json(limit: Web.bodyLimit), audience: "phone",
      admission: .inline { request in
        let found = web.door.tokenSession(request)
        guard let session = found?.value else { return web.door.admitPhone(request, nil) }
        if isRevokedByDoubt(session) { return .postponed(Self.clockInDoubt) }
        return isSuperseded(session) ? admitDelivery(session, found) : web.door.admitPhone(request, found)
      },
      handler: .deferred { request, reply in
        let session = web.door.admittedSession(request)
        if let session, isSuperseded(session) { return deliver(request, session, rules, reply) }
        web.door.answerPhone(request, session, reply, take)
      })
  }

  /// Whether a newer login ended the session, and it may still deliver.
  private func isSuperseded(_ session: PhoneSession) -> Bool {
    session.deliverable(at: store.clock()) != nil
  }

  /// Whether a newer login ended the session, and only the clock in doubt says that it is too late to
  /// deliver.
  private func isRevokedByDoubt(_ session: PhoneSession) -> Bool {
    guard let doubt = store.clockDoubt, session.isSuperseded else { return false }
    return session.deliverable(at: doubt.latest) == nil || session.deliverable(at: doubt.estimate) == nil
  }

  /// As for other phones, but not a contact.
  private func admitDelivery(_ session: PhoneSession, _ found: Admitted<PhoneSession>?) -> Admission {
    guard limits.phones.consume(session.id, now: store.clock()) else {
      return .postponed(
        Answer.refusal(.tooManyRequests, .rateLimited, "Too many requests", retryAfter: 1))
    }
    guard store.hasRoom else { return .postponed(Door.isBehind) }
    return .known(Door.asker(session), finding: found)
  }

  /// All or nothing: after any error, the session has ended.
  private func deliver(_ request: Request, _ session: PhoneSession, _ rules: UploadRules, _ reply: Reply) {
    guard store.clockDoubt == nil else { return reply.send(Self.clockInDoubt) }
    guard let decoded = try? decode(request.body, rules), decoded.errors.isEmpty else {
      return refuseDelivery(session, reply)
    }
    store.tracking.deliver(decoded.batch, bytes: request.body.count, from: session) {
      [metrics = web.metrics] outcome in
      switch outcome {
      case .success(let result?):
        metrics.uploaded(result)
        reply.send(.json(BatchAnswer(result, rejected: nil).bytes, status: .created))
      case .success(nil): refuseDelivery(session, reply)
      case .failure(let error): reply.send(Web.refusal(error))
      }
    }
  }

  private func refuseDelivery(_ session: PhoneSession, _ reply: Reply) {
    store.tracking.recordDenial(session, code: Code.sessionRevoked.rawValue)
    reply.send(Answer.unauthorized(.sessionRevoked, "The session was ended"))
  }
}
