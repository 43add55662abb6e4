public import Rollcall
public import RollcallWire

/// What a responder says to an offer.
public enum OfferAnswer: String, CaseIterable, Sendable { case seen, accept, decline }

extension RollcallClient {
  /// Asks which offers wait for this responder, once.
  public func offers() async -> Outcome<[OfferMessage]> {
    await outcome(of: call("GET", "/app/v1/offers")) { answer, _ in
      try? OfferMessage.list(bytes: answer.body)
    }
  }

  /// Tells what the responder says to an offer, once. The same again is no harm.
  ///
  /// - Parameters:
  ///   - at: When, by the phone's clock.
  ///   - reason: Why they decline, for people; at most 500 bytes.
  public func answer(
    offer: Offer.ID, _ answer: OfferAnswer, at: Timestamp? = nil, reason: String? = nil
  ) async -> Outcome<Void> {
    let path = "/app/v1/offers/\(offer.rawValue)/\(answer.rawValue)"
    let call = call("POST", path, body: OfferReply(at: at, reason: reason).encode())
    return await outcome(of: call) { _, _ in () }
  }
}

/// What a responder tells of an assignment.
public enum AssignmentReport: String, CaseIterable, Sendable {
  /// At the place.
  case arrived
  /// Done: the incident is resolved.
  case complete
}

extension RollcallClient {
  /// Asks what the responder is assigned to, once; `nil` = nothing.
  public func assignment() async -> Outcome<AssignmentMessage?> {
    await outcome(of: call("GET", "/app/v1/assignment")) { answer, _ in
      do { return .some(try AssignmentMessage.single(bytes: answer.body)) } catch { return nil }
    }
  }

  /// Tells how far the responder is, once. The same again is no harm; a refusal with 409 says that it is over.
  ///
  /// - Parameter at: When, by the phone's clock.
  public func report(
    assignment id: Int64, _ report: AssignmentReport, at: Timestamp? = nil
  ) async -> Outcome<Void> {
    let path = "/app/v1/assignments/\(id)/\(report.rawValue)"
    return await outcome(of: call("POST", path, body: OfferReply(at: at).encode())) { _, _ in () }
  }
}

extension RollcallClient {
  /// Tells where the phone can be woken, once. The same again is no harm.
  func setPushToken(_ service: PushService, _ token: String) async -> Outcome<Void> {
    var writer = JSONWriter()
    writer.object { body in
      body.member("provider", service.rawValue)
      body.member("token", token)
    }
    return await outcome(of: call("PUT", "/app/v1/push-token", body: writer.bytes), empty: ()) { _, _ in () }
  }

  /// Takes back what the server was told, once. What it does not know is no harm.
  func forgetPushToken(_ service: PushService) async -> Outcome<Void> {
    await outcome(of: call("DELETE", "/app/v1/push-token/\(service.rawValue)"), empty: ()) { _, _ in () }
  }
}
