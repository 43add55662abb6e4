public import Rollcall
public import RollcallWire

/// A responder's answer to an offer.
public enum OfferAnswer: String, CaseIterable, Sendable { case seen, accept, decline }

extension RollcallClient {
  /// Fetches the responder's open offers, once.
  public func offers() async -> Outcome<[OfferMessage]> {
    await outcome(of: call("GET", "/app/v1/offers")) { answer, _ in
      try? OfferMessage.list(bytes: answer.body)
    }
  }

  /// Sends the answer to an offer, once. Safe to repeat.
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

/// A responder's progress with an assignment.
public enum AssignmentReport: String, CaseIterable, Sendable {
  /// At the place.
  case arrived
  /// Done: the incident is resolved.
  case complete
}

extension RollcallClient {
  /// Fetches the responder's assignment, once; `nil` = none.
  public func assignment() async -> Outcome<AssignmentMessage?> {
    await outcome(of: call("GET", "/app/v1/assignment")) { answer, _ in
      do { return .some(try AssignmentMessage.single(bytes: answer.body)) } catch { return nil }
    }
  }

  /// Reports the responder's progress, once. Safe to repeat; a refusal with 409 means that the assignment has
  /// ended.
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
  /// Registers a push address, once. Safe to repeat.
  func setPushToken(_ service: PushService, _ token: String) async -> Outcome<Void> {
    var writer = JSONWriter()
    writer.object { body in
      body.member("provider", service.rawValue)
      body.member("token", token)
    }
    return await outcome(of: call("PUT", "/app/v1/push-token", body: writer.bytes), empty: ()) { _, _ in () }
  }

  /// Removes a push address, once. Safe when the server has none.
  func forgetPushToken(_ service: PushService) async -> Outcome<Void> {
    await outcome(of: call("DELETE", "/app/v1/push-token/\(service.rawValue)"), empty: ()) { _, _ in () }
  }
}
