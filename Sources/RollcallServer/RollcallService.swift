import Dispatch
import Glibc
public import Logging
import ServiceLifecycle
import UnixSignals

/// A server as a service: runs until SIGTERM or SIGINT, then stops in order.
struct RollcallService: Service {
  /// Starts the server. Called when signals are handled already, so that none ends what was accepted.
  let start: @Sendable () throws -> RunningServer
  /// Whether SIGHUP reads the certificate again, rather than to end the service.
  let reloads: Bool
  let whileRunning: @Sendable (RunningServer) async throws -> Void

  /// Starts the server, waits for the end of the service, then stops it.
  func run() async throws {
    let server = try start()
    let reloading = await reloads ? Self.reloading(server) : nil
    defer { reloading?.cancel() }
    server.announce()
    let failure = await SideWork(work: { [whileRunning] in try await whileRunning(server) }).run()
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        server.stop()
        done.resume()
      }
    }
    if let failure { throw failure }
  }

  private static func reloading(_ server: RunningServer) async -> Task<Void, Never> {
    let hangUps = await UnixSignalsSequence(trapping: .sighup)
    return Task { for await _ in hangUps { server.reload() } }
  }
}

/// How the program serves.
public enum Serving {
  /// Serves until SIGTERM or SIGINT; returns when everything is written and closed.
  ///
  /// - Parameters:
  ///   - tries: how many ports to try until one is free.
  ///   - endsWithTerminal: whether SIGHUP ends it, too, rather than to read the certificate again.
  ///   - whileRunning: work beside the server; cancelled at the end, which waits for it 10 s.
  /// - Throws: what `RunningServer.init` throws, and what `whileRunning` throws.
  public static func run(
    _ settings: Settings, places: Places, logger: Logger, tries: Int = 1, endsWithTerminal: Bool = false,
    whileRunning: @escaping @Sendable (RunningServer) async throws -> Void = { _ in }
  ) async throws {
    // Whoever read our log may have left: no reason to die.
    signal(SIGPIPE, SIG_IGN)
    let service = RollcallService(
      start: { try RunningServer(settings, places: places, logger: logger, tries: tries) },
      reloads: !endsWithTerminal, whileRunning: whileRunning)
    var quiet = logger
    quiet.logLevel = max(logger.logLevel, .warning)
    let group = ServiceGroup(
      services: [service],
      gracefulShutdownSignals: [.sigterm, .sigint] + (endsWithTerminal ? [.sighup] : []), logger: quiet)
    try await group.run()
  }
}
