import CMicroHTTPD
import Glibc
import HTTPTypes
import Synchronization

/// From the answer to the library's queue.
extension Connection {
  /// Queues what a handler came to.
  func queue(_ outcome: Turn.Outcome) -> MHD_Result {
    switch outcome {
    case .response(let response): return queue(response, close: false)
    case .refusal(let kind):
      return queue(core.configuration.render(Refusal(kind, request: pending?.request)), close: false)
    }
  }

  /// Finishes and queues an answer.
  func queue(_ response: Response, close: Bool) -> MHD_Result {
    guard let pending else { return .NO }
    var response = response
    core.configuration.finish(pending.request, &response)
    if case .stream = response.body, !core.enterStream() {
      response = core.configuration.render(Refusal(.unavailable(retryAfter: 1), request: pending.request))
      core.configuration.finish(pending.request, &response)
      // A product that streams its refusals gets none.
      if case .stream = response.body { response.body = .none }
    }
    if close || core.isStopping.load(ordering: .relaxed) { response.headers[.connection] = "close" }
    noteAuthentication(pending.request, response)
    guard let outgoing = OutgoingResponse(response, for: self, isHTTP10: pending.isHTTP10) else { return .NO }
    step = .answered
    sent = Sent(status: outgoing.status, bytes: outgoing.byteCount)
    watch.set(.busy, until: Monotonic.after(core.limits.reader))
    return outgoing.queue(on: handle)
  }

  /// Progress of the answer: bytes were taken.
  func noteProgress(_ count: Int) {
    sent?.bytes += count
    watch.set(.busy, until: Monotonic.after(core.limits.reader))
  }

  /// Ends the connection under its client. Only within the registry's lock.
  func cutOff() {
    _ = shutdown(descriptor, CInt(SHUT_RDWR))
  }

  private func noteAuthentication(_ request: Request, _ response: Response) {
    guard core.configuration.unauthenticatedConnectionsPerAddress != nil, !isAuthenticated,
      core.configuration.isAuthenticated(request, response)
    else { return }
    core.registry.authenticate(self)
  }
}
