import Synchronization

/// What all connections of one server share.
final class Core: Sendable {
  let configuration: Configuration
  let limits: Limits
  let gate: Gate
  let forwarding: Forwarding
  /// Nil = plain HTTP.
  let tls: TLSKeeper?
  let registry: Registry
  let pageLane: WorkLane
  let slowLane: WorkLane
  let log: RateLimitedLog

  /// Requests whose head was admitted and that are not over yet.
  let inFlight = Atomic(0)
  /// Downloads being streamed.
  let streams = Atomic(0)
  /// Bytes of large bodies being received or worked on.
  private let largeBodies = Atomic(0)
  /// Connections that the library must not see when it is stopped.
  private let suspended = Atomic(0)
  /// New requests are refused.
  let isStopping = Atomic(false)
  /// Nothing may be suspended any more.
  private let isSealed = Atomic(false)
  /// Connection objects that exist; a test counts them.
  let liveConnections = Atomic(0)

  init(_ configuration: Configuration, _ router: Router) throws(ServerError) {
    self.configuration = configuration
    limits = Limits(configuration.deadlines)
    gate = Gate(hosts: HostRule(configuration.allowedHosts), router: router)
    forwarding = try Forwarding(configuration)
    do {
      tls = try configuration.tls.map { files throws(TLSFault) in try TLSKeeper(files) }
    } catch {
      throw .badCertificate(error.words)
    }
    registry = Registry()
    log = RateLimitedLog(configuration.log)
    pageLane = try WorkLane(configuration.pageLane)
    do {
      slowLane = try WorkLane(configuration.slowLane)
    } catch {
      pageLane.stop()
      throw error
    }
  }

  func lane(_ lane: Lane) -> WorkLane {
    switch lane {
    case .page: pageLane
    case .slow: slowLane
    }
  }

  func stopLanes() {
    pageLane.stop()
    slowLane.stop()
  }

  /// Asks for leave to suspend a connection; whoever got it calls ``leaveSuspension()`` after the resume.
  ///
  /// The count goes up before the seal is read, and the seal is set before the count is read: one of the two
  /// sides sees the other, and the library is never stopped with a suspended connection.
  func enterSuspension() -> Bool {
    suspended.add(1, ordering: .sequentiallyConsistent)
    guard isSealed.load(ordering: .sequentiallyConsistent) else { return true }
    leaveSuspension()
    return false
  }

  func leaveSuspension() {
    suspended.subtract(1, ordering: .sequentiallyConsistent)
  }

  /// From here on nothing is suspended.
  func seal() {
    isSealed.store(true, ordering: .sequentiallyConsistent)
  }

  var suspendedCount: Int { suspended.load(ordering: .sequentiallyConsistent) }

  /// Asks for room for a large body; whoever got it gives it back with ``leaveLargeBody(_:)``.
  func enterLargeBody(_ bytes: Int) -> Bool {
    guard largeBodies.add(bytes, ordering: .relaxed).newValue <= configuration.largeBodyBudget else {
      leaveLargeBody(bytes)
      return false
    }
    return true
  }

  func leaveLargeBody(_ bytes: Int) {
    largeBodies.subtract(bytes, ordering: .relaxed)
  }

  /// Asks for one of the streams; whoever got it gives it back with ``leaveStream()``.
  func enterStream() -> Bool {
    guard streams.add(1, ordering: .relaxed).newValue <= configuration.streamLimit else {
      leaveStream()
      return false
    }
    return true
  }

  func leaveStream() {
    streams.subtract(1, ordering: .relaxed)
  }
}

/// The deadlines in nanoseconds, as they are added on the hot path.
struct Limits: Sendable {
  let header: Duration
  let idle: Duration
  let body: Duration
  let bodyRate: UInt64
  let reader: Duration
  let job: Duration
  let slowJob: Duration

  init(_ deadlines: Deadlines) {
    header = deadlines.header
    idle = deadlines.idle
    body = deadlines.body
    bodyRate = UInt64(max(deadlines.bodyRate, 1))
    reader = deadlines.reader
    job = deadlines.job
    slowJob = deadlines.slowJob
  }

  /// When a body must be complete: later by a second for each `bodyRate` bytes that came.
  func bodyDeadline(start: UInt64, received: Int) -> UInt64 {
    let extra = (UInt64(max(received, 0)) / bodyRate).multipliedReportingOverflow(by: 1_000_000_000)
    let base = Monotonic.after(body, from: start)
    let (sum, overflow) = base.addingReportingOverflow(extra.partialValue)
    return extra.overflow || overflow ? Monotonic.ceiling : sum
  }
}
