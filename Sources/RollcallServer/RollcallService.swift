import Dispatch
import Glibc
public import Logging
import ServiceLifecycle
import UnixSignals

/// A server as a service: runs until SIGTERM or SIGINT, then stops in order.
struct RollcallService: Service {
  /// Starts the server. Called when signals are handled already, so that none ends what was accepted.
  let start: @Sendable () throws -> RunningServer
  let whileRunning: @Sendable (RunningServer) async throws -> Void

  /// Starts the server, waits for the end of the service, then stops it.
  func run() async throws {
    let server = try start()
    let hangUps = await UnixSignalsSequence(trapping: .sighup)
    let reloading = Task { for await _ in hangUps { server.reload() } }
    defer { reloading.cancel() }
    server.announce()
    var failure: (any Error)?
    do {
      try await cancelWhenGracefulShutdown { [whileRunning] in
        try await whileRunning(server)
        try await gracefulShutdown()
      }
    } catch is CancellationError {
    } catch { failure = error }
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        server.stop()
        done.resume()
      }
    }
    if let failure { throw failure }
  }
}

/// How the program serves.
public enum Serving {
  /// Serves until SIGTERM or SIGINT; returns when everything is written and closed.
  ///
  /// - Parameters:
  ///   - tries: how many ports to try until one is free.
  ///   - whileRunning: work beside the server; cancelled at the end.
  /// - Throws: what `RunningServer.init` throws, and what `whileRunning` throws.
  public static func run(
    _ settings: Settings, places: Places, logger: Logger, tries: Int = 1,
    whileRunning: @escaping @Sendable (RunningServer) async throws -> Void = { _ in }
  ) async throws {
    // Whoever read our log may have left: no reason to die.
    signal(SIGPIPE, SIG_IGN)
    let service = RollcallService(
      start: { try RunningServer(settings, places: places, logger: logger, tries: tries) },
      whileRunning: whileRunning)
    var quiet = logger
    quiet.logLevel = max(logger.logLevel, .warning)
    let group = ServiceGroup(
      services: [service], gracefulShutdownSignals: [.sigterm, .sigint], logger: quiet)
    try await group.run()
  }
}
