import CMicroHTTPD
import Synchronization

/// From the handler to its answer.
extension Connection {
  /// The request is complete: hands it to its route.
  func dispatch() -> MHD_Result {
    if let early = pending?.early { return queue(early.response, close: early.close) }
    guard let pending, let route = pending.route else { return .NO }
    // The library never delivers a body shorter than announced; this check does not rely on it.
    guard pending.request.body.count == pending.length else { return .NO }
    switch route.handler {
    case .inline(let handler):
      return queue(handler(pending.request), close: false)
    case .deferred(let handler):
      return hand(to: handler)
    case .work(let lane, let handler):
      return hand(to: lane, handler)
    }
  }

  private func hand(to handler: @Sendable (Request, Reply) -> Void) -> MHD_Result {
    let number = handoff.begin()
    step = .waiting
    let request = takeRequest()
    handler(
      request,
      Reply(outcome: { [self] outcome in
        switch outcome {
        case .sent(let response): handoff.settle(number, .response(response))
        case .dropped: handoff.settle(number, .refusal(.internalError))
        }
      }))
    return wait(atMost: core.limits.job)
  }

  private func hand(to lane: Lane, _ handler: @escaping @Sendable (Request) -> Response) -> MHD_Result {
    let number = handoff.begin()
    step = .waiting
    let asker = asker(in: lane)
    let request = takeRequest()
    submit(to: core.lane(lane), for: asker, number) { .response(handler(request)) }
    return wait(atMost: lane == .page ? core.limits.job : core.limits.slowJob)
  }

  /// Queues work for a handoff, which is settled in every case.
  func submit(
    to lane: WorkerPool, for asker: WorkerPool.Asker, _ number: UInt64,
    _ work: @escaping @Sendable () -> ResponseHandoff.Outcome
  ) {
    let intake = lane.submit(for: asker) { [self] in
      // The deadline passed in the queue: no one waits for this any more.
      guard handoff.isOpen(number) else { return }
      handoff.settle(number, work())
    }
    switch intake {
    case .queued: break
    case .full: handoff.settle(number, .refusal(.unavailable(retryAfter: 1)))
    case .tooMany: handoff.settle(number, .refusal(.tooManyRequests(retryAfter: 1)))
    }
  }

  /// The name by which a job of this request is counted in a lane.
  func asker(in lane: Lane) -> WorkerPool.Asker {
    let stranger = WorkerPool.Asker(name: strangerName, isKnown: false)
    guard let pending else { return stranger }
    // At a login only the route's decision counts, not the guess from the head.
    let guess = lane == .hashing ? nil : core.configuration.knownAsker(pending.request)
    guard let known = pending.asker ?? guess else { return stranger }
    return WorkerPool.Asker(name: known, isKnown: true)
  }

  /// The request for the handler; the copy kept for the answer has no body.
  private func takeRequest() -> Request {
    guard let request = pending?.request else { return Self.unreadable(peer) }
    pending?.request.body = []
    return request
  }

  private func wait(atMost duration: Duration) -> MHD_Result {
    guard let outcome = suspend(atMost: duration) else { return .YES }
    return queue(outcome)
  }

  /// The outcome if it is there already; else suspends the connection and returns nil.
  func suspend(atMost duration: Duration) -> ResponseHandoff.Outcome? {
    handoff.consumeOrSuspend { deadline.set(.suspended, until: Monotonic.after(duration)) }
  }

  /// Called by the reaper: what the connection waits for did not arrive in time.
  func expire(at now: UInt64) {
    let (phase, until) = deadline.read()
    guard phase == .suspended, until <= now else { return }
    giveUp()
  }

  /// Ends the wait now: 503, or a cut download.
  func giveUp() {
    handoff.settleSuspended(.refusal(.unavailable(retryAfter: 1)))
    stream.withLock { $0 }?.fail()
  }
}
