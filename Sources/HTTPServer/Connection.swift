import CMicroHTTPD
import HTTPTypes
import Synchronization

/// One connection and its current request.
///
/// The library's callbacks own it: created at "connection started", released at "connection closed", which
/// always comes. Nothing is allocated for a request alone, whose end is not always reported.
final class Connection: @unchecked Sendable {
  // Sendable: what is below "event loop" is touched only in the library's callbacks for this connection,
  // which come from one thread; what is below "registry" is guarded by its lock; the rest is constant or
  // atomic.
  let core: Core
  /// Of its event loop.
  let wakeUp: WakeUp
  let handle: OpaquePointer
  let descriptor: CInt
  let address: PeerAddress
  let peer: String
  let isTrusted: Bool
  let deadline: Deadline
  let handoff: ResponseHandoff
  /// The stream being sent, for the reaper.
  let stream = Mutex<BodyStream?>(nil)
  /// The answer being sent, when its reader may lose the right to it.
  let ticket = Mutex<Rechecks.Ticket?>(nil)
  private let idleSinceAtomic: Atomic<UInt64>

  // Registry.
  /// The network it counts for until its client is authenticated. A trusted proxy counts only during a request, for the
  /// client that it names.
  var stranger: PeerAddress?
  var isCut = false

  // Event loop.
  var step = Step.between
  /// The client of the request: behind a trusted proxy, the one that it names.
  var client: PeerAddress
  var target: [UInt8] = []
  var pending: Pending?
  var sent: Sent?
  var isCounted = false
  /// Bytes reserved for a large body.
  var largeBody = 0
  /// The registry already knows that the client is authenticated.
  var isNoted = false
  /// It was answered before its body: the rest must be read before the socket is closed.
  var lingers = false
  /// The certificate of its handshake, which the library may use as long as the connection exists.
  var identity: TLSIdentity?

  /// Where the request is.
  enum Step {
    /// Before the first line.
    case between
    /// The first line came.
    case begun
    /// The route is deciding about the head on another thread.
    case admitting
    /// The head was admitted; the body is arriving.
    case collecting
    /// A handler has the request.
    case waiting
    /// An answer was queued.
    case answered
  }

  /// A request under way.
  struct Pending {
    var request: Request
    let route: Route?
    let length: Int
    let start: UInt64
    let isHTTP10: Bool
    /// Since when the body is awaited.
    var bodySince: UInt64 = 0
    /// Bytes of the body that have come.
    var received = 0
    /// The client is authenticated.
    var isKnown = false
    /// Who is asking, when the route could tell from the head.
    var asker: String?
    /// The answer to send when the body has arrived; the body is dropped.
    var early: Early?
  }

  /// An answer that was decided before the whole body came.
  struct Early {
    let response: Response
    let close: Bool
  }

  /// An answer that was queued, for the observation.
  struct Sent {
    let status: HTTPResponse.Status
    var bytes: Int
  }

  init(_ core: Core, _ wakeUp: WakeUp, _ handle: OpaquePointer, descriptor: CInt, address: PeerAddress) {
    self.core = core
    self.wakeUp = wakeUp
    self.handle = handle
    self.descriptor = descriptor
    self.address = address
    peer = address.text
    isTrusted = core.forwarding.trusts(address)
    client = address
    let now = Monotonic.now()
    deadline = Deadline(.idle, until: Monotonic.after(core.limits.header, from: now))
    handoff = ResponseHandoff(core, wakeUp, handle)
    idleSinceAtomic = Atomic(now)
    core.liveConnections.add(1, ordering: .relaxed)
  }

  deinit {
    // The end of a request is not always reported.
    if largeBody > 0 { core.leaveLargeBody(largeBody) }
    core.liveConnections.subtract(1, ordering: .relaxed)
  }

  /// Since when the connection has had no admitted request.
  var idleSince: UInt64 { idleSinceAtomic.load(ordering: .relaxed) }

  /// The first line arrived; the rest of the head must follow soon.
  func begin(_ text: UnsafePointer<CChar>) {
    let bytes = UnsafeBufferPointer(
      start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: length(text))
    target.removeAll(keepingCapacity: true)
    target.append(contentsOf: bytes.prefix(Target.limit + 1))
    step = .begun
    let (_, until) = deadline.read()
    deadline.set(.idle, until: min(until, Monotonic.after(core.limits.header)))
  }

  /// The request is over: answered, broken off or timed out.
  func end(isComplete: Bool) {
    if let sent, let pending {
      core.configuration.observe(
        Observation(
          method: pending.request.method, routePattern: pending.request.routePattern, status: sent.status,
          responseBytes: sent.bytes, nanoseconds: Monotonic.now() &- pending.start, isComplete: isComplete))
    }
    pending = nil
    sent = nil
    step = .between
    stream.withLock { $0 = nil }
    dropTicket()
    if isCounted {
      isCounted = false
      core.inFlight.subtract(1, ordering: .sequentiallyConsistent)
    }
    leaveLargeBody()
    if isTrusted { core.registry.finishRequest(of: self) }
    let now = Monotonic.now()
    idleSinceAtomic.store(now, ordering: .relaxed)
    deadline.set(.idle, until: Monotonic.after(core.limits.idle, from: now))
  }

  func leaveLargeBody() {
    guard largeBody > 0 else { return }
    core.leaveLargeBody(largeBody)
    largeBody = 0
  }

  /// Records that the client is authenticated.
  func noteKnown() {
    pending?.isKnown = true
    guard !isNoted else { return }
    isNoted = true
    core.registry.authenticate(self)
  }

  /// Whether a download is being sent.
  var isStreaming: Bool { stream.withLock { $0 != nil } }

  private func length(_ text: UnsafePointer<CChar>) -> Int {
    var count = 0
    while count <= Target.limit, text[count] != 0 { count += 1 }
    return count
  }
}
