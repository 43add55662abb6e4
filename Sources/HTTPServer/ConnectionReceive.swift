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
    case .collecting where size.pointee > 0:
      collect(data, size.pointee)
      size.pointee = 0
      return .YES
    case .collecting:
      return dispatch()
    case .waiting:
      guard let outcome = turn.take() else { return .YES }
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
    do throws(Gate.Refused) {
      let admitted = try core.gate.check(
        method: bytes(method), version: bytes(version), target: target, head: head, origin: origin(head))
      pending = Pending(
        request: admitted.request, route: admitted.route, length: admitted.length, start: start,
        isHTTP10: isHTTP10)
      core.inFlight.add(1, ordering: .sequentiallyConsistent)
      isCounted = true
      return admit(admitted, start)
    } catch {
      pending = Pending(
        request: error.refusal.request ?? Self.unreadable(peer), route: nil, length: 0, start: start,
        isHTTP10: isHTTP10)
      let isReadable = error.refusal.request != nil
      return answerEarly(
        core.configuration.render(error.refusal), body: isReadable ? head.bodyLength : nil, close: true)
    }
  }

  /// The last word before the body: are we stopping, and does the route take this request?
  private func admit(_ admitted: Gate.Admitted, _ start: UInt64) -> MHD_Result {
    guard !core.isStopping.load(ordering: .sequentiallyConsistent) else {
      return refuse(.unavailable(retryAfter: 1), admitted)
    }
    if let answer = admitted.route.admit?(admitted.request) {
      return answerEarly(answer, body: admitted.length, close: false)
    }
    if admitted.length > core.configuration.smallBody {
      guard core.enterLargeBody(admitted.length) else {
        return refuse(.unavailable(retryAfter: 5), admitted)
      }
      largeBody = admitted.length
    }
    // The announced length is within the route's limit; a client that sends nothing must not cost much, though.
    pending?.request.body.reserveCapacity(min(admitted.length, 1 << 20))
    step = .collecting
    watch.set(.busy, until: core.limits.bodyDeadline(start: start, received: 0))
    return .YES
  }

  private func refuse(_ kind: Refusal.Kind, _ admitted: Gate.Admitted) -> MHD_Result {
    let refusal = Refusal(kind, request: admitted.request)
    return answerEarly(core.configuration.render(refusal), body: admitted.length, close: true)
  }

  /// A body up to this many bytes is taken in and dropped before a refusal is sent.
  private static let droppedBody = 1 << 20

  /// Answers what is decided before the body.
  ///
  /// A server that closes with bytes unread resets the connection, and a proxy that is still sending never sees
  /// the answer (RFC 9112, section 9.6). So a body of a usual size is awaited and dropped first; its time is that
  /// of an empty one. Who sent `Expect: 100-continue` has sent nothing yet and is answered at once.
  ///
  /// - Parameter body: announced bytes; nil when the head does not say it reliably.
  private func answerEarly(_ response: Response, body: Int?, close: Bool) -> MHD_Result {
    let most = pending?.request.headers[.expect] == nil ? Self.droppedBody : 0
    guard let body, body <= most, body > 0 || !close else { return queue(response, close: true) }
    pending?.early = Early(response: response, close: close)
    step = .collecting
    watch.set(.busy, until: core.limits.bodyDeadline(start: pending?.start ?? Monotonic.now(), received: 0))
    return .YES
  }

  private func readFields() -> HeadFields {
    var head = HeadFields(believed: isTrusted ? core.forwarding.header : nil)
    withUnsafeMutablePointer(to: &head) { head in
      _ = MHD_get_connection_values_n(handle, .HEADER_KIND, fieldThunk, head)
    }
    return head
  }

  private func origin(_ head: HeadFields) -> Gate.Origin {
    let isSecure = core.tls != nil
    guard isTrusted else { return Gate.Origin(peer: peer, isSecure: isSecure) }
    let (client, claimed) = core.forwarding.resolve(head.claim, peer: address)
    return Gate.Origin(peer: client == address ? peer : client.text, isSecure: claimed ?? isSecure)
  }

  private func collect(_ data: UnsafePointer<CChar>?, _ size: Int) {
    guard let data, var pending = pending.take() else { return }
    // The library delivers no more than was announced; should it ever, the rest is dropped and never acted on.
    let room = pending.early == nil ? max(pending.length - pending.request.body.count, 0) : 0
    let piece = UnsafeRawBufferPointer(start: data, count: min(size, room))
    pending.request.body.append(contentsOf: piece)
    watch.set(
      .busy, until: core.limits.bodyDeadline(start: pending.start, received: pending.request.body.count))
    self.pending = pending
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
