import CMicroHTTPD
import HTTPTypes
import Synchronization

/// From the head to the handler.
extension Connection {
  /// The library's access callback: once after the head, once for each piece of body, once at its end, and once
  /// more after a resume.
  func access(
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, data: UnsafePointer<CChar>?,
    size: UnsafeMutablePointer<Int>
  ) -> MHD_Result {
    switch step {
    case .between, .begun:
      return receiveHead(method, version)
    case .admitting:
      guard let outcome = handoff.consume() else { return .YES }
      return admit(outcome)
    case .collecting where size.pointee > 0:
      collect(data, size.pointee)
      size.pointee = 0
      return .YES
    case .collecting:
      return dispatch()
    case .waiting:
      guard let outcome = handoff.consume() else { return .YES }
      return queue(outcome)
    case .answered:
      size.pointee = 0
      return .YES
    }
  }

  private func receiveHead(_ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>) -> MHD_Result {
    let start = Monotonic.now()
    let isHTTP10 = bytes(version).elementsEqual("HTTP/1.0".utf8)
    let head = readFields()
    let origin = origin(head)
    do throws(RequestValidator.Refused) {
      let admitted = try core.validator.check(
        method: bytes(method), version: bytes(version), target: target, head: head, origin: origin)
      pending = Pending(
        request: admitted.request, route: admitted.route, length: admitted.length, start: start,
        isHTTP10: isHTTP10)
      core.inFlight.add(1, ordering: .sequentiallyConsistent)
      isCounted = true
      return admit(admitted)
    } catch {
      pending = Pending(
        request: error.refusal.request ?? Self.unreadable(origin.peer), route: nil, length: 0, start: start,
        isHTTP10: isHTTP10)
      return answerNow(core.configuration.render(error.refusal), body: head.bodyLength, close: true)
    }
  }

  /// The last check before the body: is the server stopping, and does the route admit this request?
  private func admit(_ admitted: RequestValidator.Admitted) -> MHD_Result {
    guard !core.isStopping.load(ordering: .sequentiallyConsistent) else {
      return admit(.refusal(.unavailable(retryAfter: 1)))
    }
    switch admitted.route.admission {
    case .open: return admit(.admission(.stranger))
    case .inline(let decide): return admit(.admission(decide(admitted.request)))
    case .work(let decide):
      step = .admitting
      let number = handoff.begin()
      submit(to: core.pageLane, for: asker(in: .page), number) { .admission(decide(admitted.request)) }
      guard let outcome = suspend(atMost: core.limits.job) else { return .YES }
      return admit(outcome)
    }
  }

  /// Carries out the route's decision about the head.
  private func admit(_ outcome: ResponseHandoff.Outcome) -> MHD_Result {
    guard let length = pending?.length else { return .NO }
    switch outcome {
    case .admission(.stranger):
      return awaitBody(length)
    case .admission(.known(let asker, let finding)):
      pending?.asker = asker
      pending?.request.finding = finding
      noteKnown()
      return awaitBody(length)
    case .admission(.refused(let response)), .response(let response):
      return answerNow(response, body: length, close: false)
    case .admission(.postponed(let response)):
      noteKnown()
      guard length > 0, length <= Self.droppedBody, pending?.request.headers[.expect] == nil else {
        return answerNow(response, body: length, close: false)
      }
      pending?.early = Early(response: response, close: false)
      return awaitBody(length)
    case .refusal(let kind):
      let refusal = Refusal(kind, request: pending?.request)
      return answerNow(core.configuration.render(refusal), body: length, close: false)
    }
  }

  private func awaitBody(_ length: Int) -> MHD_Result {
    // The announced length is within the route's limit, but a client that sends nothing must not cost much.
    if pending?.isKnown == true, pending?.early == nil {
      pending?.request.body.reserveCapacity(min(length, core.configuration.smallBody))
    }
    step = .collecting
    pending?.bodySince = Monotonic.now()
    watchBody()
    return .YES
  }

  private func watchBody() {
    guard let pending else { return }
    deadline.set(
      .busy,
      until: core.limits.bodyDeadline(
        start: pending.bodySince, received: pending.received, isStranger: !pending.isKnown))
  }

  /// A body up to this many bytes is read and dropped, so that an authenticated client keeps its connection.
  private static let droppedBody = 1 << 20

  /// Answers without waiting for the body.
  ///
  /// - Parameter body: announced bytes; nil when the head does not say it reliably.
  private func answerNow(_ response: Response, body: Int?, close: Bool) -> MHD_Result {
    lingers = body != 0
    guard !lingers, !close else { return queue(response, close: true) }
    // The library ends a connection that is answered before its request is complete, even when nothing is to come.
    pending?.early = Early(response: response, close: false)
    return awaitBody(0)
  }

  private func readFields() -> HeadFields {
    var head = HeadFields(believed: isTrusted ? core.forwarding.header : nil)
    withUnsafeMutablePointer(to: &head) { head in
      _ = MHD_get_connection_values_n(handle, .HEADER_KIND, fieldThunk, head)
    }
    return head
  }

  private func origin(_ head: HeadFields) -> RequestValidator.Origin {
    let isSecure = core.tls != nil
    guard isTrusted else { return RequestValidator.Origin(peer: peer, isSecure: isSecure) }
    let (resolved, claimed) = core.forwarding.resolve(head.claim, peer: address)
    client = resolved
    if client != address {
      isNoted = false
      core.registry.beginRequest(of: self, from: client)
    }
    return RequestValidator.Origin(
      peer: client == address ? peer : client.text, isSecure: claimed ?? isSecure)
  }

  private func collect(_ data: UnsafePointer<CChar>?, _ size: Int) {
    guard let data, var pending = pending.take() else { return }
    // The library delivers no more than was announced. If it ever did, the rest would be dropped.
    let room = pending.early == nil ? max(pending.length - pending.request.body.count, 0) : 0
    let piece = UnsafeRawBufferPointer(start: data, count: min(size, room))
    pending.received += size
    if hasRoom(for: pending.request.body.count + piece.count) {
      pending.request.body.append(contentsOf: piece)
    } else {
      pending.request.body = []
      let refusal = Refusal(.unavailable(retryAfter: 5), request: pending.request)
      pending.early = Early(response: core.configuration.render(refusal), close: true)
      leaveLargeBody()
    }
    self.pending = pending
    watchBody()
  }

  /// Reserves more of the budget for large bodies as the body grows.
  private func hasRoom(for count: Int) -> Bool {
    let needed = count - core.configuration.smallBody - largeBody
    guard needed > 0 else { return true }
    // In steps, so that the shared counter is rarely touched.
    let step = max(needed, 64 * 1_024)
    guard core.enterLargeBody(step) else { return false }
    largeBody += step
    return true
  }

  private func bytes(_ text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    let start = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
    var count = 0
    while text[count] != 0 { count += 1 }
    return UnsafeBufferPointer(start: start, count: count)
  }

  /// Stands for a request whose head could not be read.
  static func unreadable(_ peer: String) -> Request {
    Request(
      method: .get, target: "", path: "", query: FormFields(), headers: [:], body: [], peer: peer,
      isSecure: false,
      parameters: [:], routePattern: "")
  }
}

private func fieldThunk(
  _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ key: UnsafePointer<CChar>?, _ keySize: Int,
  _ value: UnsafePointer<CChar>?, _ valueSize: Int
) -> MHD_Result {
  guard let head = context?.assumingMemoryBound(to: HeadFields.self) else { return .NO }
  func bytes(_ text: UnsafePointer<CChar>?, _ size: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: text.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) },
      count: text == nil ? 0 : size)
  }
  return head.pointee.add(bytes(key, keySize), bytes(value, valueSize)) ? .YES : .NO
}
