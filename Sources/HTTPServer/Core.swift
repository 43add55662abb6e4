import Synchronization

/// What all connections of one server share.
final class Core: Sendable {
  let configuration: Configuration
  let limits: Limits
  let validator: RequestValidator
  let forwarding: Forwarding
  /// Nil = plain HTTP.
  let tls: TLSKeeper?
  let registry: Registry
  let pageLane: WorkerPool
  let slowLane: WorkerPool
  let hashingLane: WorkerPool
  /// Downloads being streamed.
  let streams: StreamTable
  /// Sockets of requests that were answered before their body.
  let drain = Drain()
  let log: RateLimitedLog
  let rechecks = Rechecks()

  /// Requests whose head was admitted and that are not over yet.
  let inFlight = Atomic(0)
  /// Bytes of large bodies held, beyond what every body may have.
  private let largeBodies = Atomic(0)
  /// Suspended connections, which the library must not meet when it is stopped.
  private let suspended = Atomic(0)
  /// New requests are refused.
  let isStopping = Atomic(false)
  /// No connection may be suspended any more.
  private let isSealed = Atomic(false)
  /// Connection objects that exist; a test counts them.
  let liveConnections = Atomic(0)

  init(_ configuration: Configuration, _ router: Router) throws(ServerError) {
    self.configuration = configuration
    limits = Limits(configuration.deadlines)
    validator = RequestValidator(hosts: HostRule(configuration.allowedHosts), router: router)
    forwarding = try Forwarding(configuration)
    do {
      tls = try configuration.tls.map { files throws(TLSFault) in try TLSKeeper(files) }
    } catch {
      throw .badCertificate(error.words)
    }
    registry = Registry(
      limit: configuration.connectionLimit, share: configuration.unauthenticatedConnectionsPerNetwork)
    log = RateLimitedLog(configuration.log)
    streams = StreamTable(limit: configuration.streamLimit, perAsker: configuration.streamsPerAsker)
    (pageLane, slowLane, hashingLane) = try Self.lanes(configuration)
  }

  private static func lanes(
    _ configuration: Configuration
  ) throws(ServerError) -> (WorkerPool, WorkerPool, WorkerPool) {
    let page = try WorkerPool(configuration.pageLane)
    do throws(ServerError) {
      let slow = try WorkerPool(configuration.slowLane)
      do throws(ServerError) {
        return (page, slow, try WorkerPool(configuration.hashingLane))
      } catch {
        slow.stop()
        throw error
      }
    } catch {
      page.stop()
      throw error
    }
  }

  func lane(_ lane: Lane) -> WorkerPool {
    switch lane {
    case .page: pageLane
    case .slow: slowLane
    case .hashing: hashingLane
    }
  }

  func stopLanes() {
    pageLane.stop()
    slowLane.stop()
    hashingLane.stop()
  }

  /// Asks for permission to suspend a connection. A caller that gets it calls ``leaveSuspension()`` after the
  /// resume.
  ///
  /// The count is raised before the seal is read, and the seal is set before the count is read: one of the
  /// two sides sees the other, and the library is never stopped with a suspended connection.
  func enterSuspension() -> Bool {
    suspended.add(1, ordering: .sequentiallyConsistent)
    guard isSealed.load(ordering: .sequentiallyConsistent) else { return true }
    leaveSuspension()
    return false
  }

  func leaveSuspension() {
    suspended.subtract(1, ordering: .sequentiallyConsistent)
  }

  /// From here on no connection is suspended.
  func seal() {
    isSealed.store(true, ordering: .sequentiallyConsistent)
  }

  var suspendedCount: Int { suspended.load(ordering: .sequentiallyConsistent) }

  /// Asks for room for a large body. A caller that gets it returns it with ``leaveLargeBody(_:)``.
  func enterLargeBody(_ bytes: Int) -> Bool {
    guard largeBodies.add(bytes, ordering: .relaxed).newValue <= configuration.largeBodyBudget else {
      leaveLargeBody(bytes)
      return false
    }
    return true
  }

  /// Bytes of large bodies that are held now.
  var largeBodyBytes: Int { largeBodies.load(ordering: .relaxed) }

  func leaveLargeBody(_ bytes: Int) {
    largeBodies.subtract(bytes, ordering: .relaxed)
  }
}

/// The deadlines in nanoseconds, as they are added on the hot path.
struct Limits: Sendable {
  let header: Duration
  let idle: Duration
  let body: Duration
  let strangerBody: Duration
  let bodyRate: UInt64
  let reader: Duration
  /// How much sooner a stream's reader is cut off while all stream places are taken, nanoseconds.
  let readerHurry: UInt64
  let job: Duration
  let slowJob: Duration

  init(_ deadlines: Deadlines) {
    header = deadlines.header
    idle = deadlines.idle
    body = deadlines.body
    strangerBody = deadlines.strangerBody
    bodyRate = UInt64(max(deadlines.bodyRate, 1))
    reader = deadlines.reader
    readerHurry = Monotonic.nanoseconds(deadlines.reader - deadlines.hurriedReader)
    job = deadlines.job
    slowJob = deadlines.slowJob
  }

  /// When a body must be complete: later by a second for each `bodyRate` bytes that came.
  func bodyDeadline(start: UInt64, received: Int, isStranger: Bool = false) -> UInt64 {
    let extra = (UInt64(max(received, 0)) / bodyRate).multipliedReportingOverflow(by: 1_000_000_000)
    let base = Monotonic.after(isStranger ? strangerBody : body, from: start)
    let (sum, overflow) = base.addingReportingOverflow(extra.partialValue)
    return extra.overflow || overflow ? Monotonic.ceiling : sum
  }
}
