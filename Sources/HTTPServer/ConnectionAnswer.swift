import CMicroHTTPD
import Glibc
import HTTPTypes
import Synchronization

/// From the answer to the library's queue.
extension Connection {
  /// Queues a handler's outcome.
  func queue(_ outcome: ResponseHandoff.Outcome) -> MHD_Result {
    switch outcome {
    case .response(let response): return queue(response, close: false)
    case .refusal(let kind):
      return queue(core.configuration.render(Refusal(kind, request: pending?.request)), close: false)
    case .admission: return .NO
    }
  }

  /// Finishes and queues an answer.
  func queue(_ response: Response, close: Bool) -> MHD_Result {
    guard let pending else { return .NO }
    var response = response
    core.configuration.finish(pending.request, &response)
    let asker = asker(response)
    if case .stream = response.body, let refusal = enterStream(asker) {
      response = core.configuration.render(Refusal(refusal, request: pending.request))
      core.configuration.finish(pending.request, &response)
      // A refusal must not be a stream.
      if case .stream = response.body { response.body = .none }
    }
    if close || core.isStopping.load(ordering: .relaxed) { response.headers[.connection] = "close" }
    guard let outgoing = OutgoingResponse(response, for: self, asker: asker, isHTTP10: pending.isHTTP10)
    else {
      return .NO
    }
    let ticket = core.rechecks.add(response, of: self)
    self.ticket.withLock { $0 = ticket }
    step = .answered
    sent = Sent(status: outgoing.status, bytes: outgoing.byteCount)
    deadline.set(.busy, until: Monotonic.after(core.limits.reader))
    return outgoing.queue(on: handle)
  }

  /// Records that bytes of the answer were taken.
  func noteProgress(_ count: Int) {
    sent?.bytes += count
    deadline.set(.busy, until: Monotonic.after(core.limits.reader))
  }

  /// Closes the connection. Only within the registry's lock.
  func cutOff() {
    _ = shutdown(descriptor, CInt(SHUT_RDWR))
  }

  /// The name by which streams are counted. A handler may know more than the head told.
  private func asker(_ response: Response) -> String {
    if response.asker != nil { noteKnown() }
    return response.asker ?? pending?.asker ?? strangerName
  }

  /// How an unauthenticated client is counted.
  var strangerName: String { client.clientNetwork.text }

  private func enterStream(_ asker: String) -> Refusal.Kind? {
    switch core.streams.enter(asker) {
    case .queued: nil
    case .full: .unavailable(retryAfter: 1)
    case .tooMany: .tooManyRequests(retryAfter: 5)
    }
  }
}
