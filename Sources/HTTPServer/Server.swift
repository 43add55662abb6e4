import Synchronization

/// An HTTP server: serves from `init` to ``stop()``.
///
/// For example:
/// ```swift
/// let router = try Router([Route(.get, "/health", handler: .inline { _ in .text("ok") })])
/// let server = try Server(configuration: Configuration(), router: router)
/// print(server.port)
/// ```
public final class Server: Sendable {
  private let core: Core
  private let reaper: Reaper
  private let daemon: Mutex<Daemon?>

  /// The port it listens on.
  public let port: Int

  /// Starts listening and serving.
  ///
  /// - Throws: ``ServerError``; nothing is left running then.
  public init(configuration: Configuration, router: Router) throws(ServerError) {
    let limit = configuration.connectionLimit.addingReportingOverflow(256 + Drain.limit)
    try Descriptors.ensure(limit.overflow ? .max : limit.partialValue)
    let core = try Core(configuration, router)
    let reaper = Reaper(core)
    guard reaper.start() else {
      core.stopLanes()
      throw .noThread
    }
    do {
      let daemon = try Daemon(core)
      port = daemon.port
      self.daemon = Mutex(daemon)
    } catch {
      reaper.stop()
      core.stopLanes()
      throw error
    }
    self.core = core
    self.reaper = reaper
  }

  deinit {
    stop()
  }

  /// Connections that are open now.
  public var connections: Int { core.registry.count }

  /// Requests being handled now.
  public var requestsInFlight: Int { core.inFlight.load(ordering: .relaxed) }

  /// Refuses new requests, finishes the accepted ones, and stops. Blocks until then, at most about
  /// ``Deadlines/stop``; must not be called from a handler. A second call waits for the first and does
  /// nothing.
  public func stop() {
    daemon.withLock { daemon in
      guard let running = daemon.take() else { return }
      core.isStopping.store(true, ordering: .sequentiallyConsistent)
      wait(until: Monotonic.after(core.configuration.deadlines.stop)) {
        core.inFlight.load(ordering: .sequentiallyConsistent) == 0
      }
      // Every waiting connection is now answered 503, or cut, and none starts to wait. The library aborts the
      // process when it is stopped with a suspended connection, so this loop has no other end.
      core.seal()
      while core.suspendedCount > 0 {
        for connection in core.registry.suspended() { connection.giveUp() }
        Pause.milliseconds(1)
      }
      wait(until: Monotonic.after(.seconds(1))) { core.inFlight.load(ordering: .sequentiallyConsistent) == 0 }
      reaper.stop()
      core.rechecks.stop()
      // When the library refuses a malformed request while it is stopping, it does not queue its answer and
      // then reads through a null pointer (0.9.75). So no connection may be read by then.
      core.registry.close()
      wait(until: Monotonic.after(.seconds(1))) { core.registry.count == 0 }
      running.stop()
      core.drain.stop()
      core.stopLanes()
    }
  }

  /// Reads the files of ``Configuration/tls`` again, for new connections. Blocks while it reads.
  ///
  /// - Throws: ``ServerError/badCertificate(_:)``; the present certificate stays in force then.
  /// - Returns: false for a server without TLS, which has nothing to reload.
  public func reloadCertificate() throws(ServerError) -> Bool {
    guard let tls = core.tls else { return false }
    do {
      try tls.reload()
    } catch {
      throw .badCertificate(error.words)
    }
    return true
  }

  private func wait(until end: UInt64, for condition: () -> Bool) {
    while !condition(), Monotonic.now() < end { Pause.milliseconds(1) }
  }

  // For tests: how much exists, waits or runs.
  var liveConnections: Int { core.liveConnections.load(ordering: .relaxed) }
  var suspendedConnections: Int { core.suspendedCount }
  var streamCount: Int { core.streams.count }
  var largeBodyBytes: Int { core.largeBodyBytes }
  var isStopping: Bool { core.isStopping.load(ordering: .relaxed) }
}
