import Glibc
public import Logging
import ServiceLifecycle
import UnixSignals

/// A server as a service: its parts run until SIGTERM or SIGINT, then stop in order.
struct RollcallService: Service {
  /// Starts the server. Called with signals already handled, so that none interrupts accepted requests.
  let start: @Sendable () throws -> RunningServer
  /// Whether SIGHUP reads the certificate again instead of ending the service.
  let reloads: Bool
  let whileRunning: @Sendable (RunningServer) async throws -> Void
  let logger: Logger

  /// Starts the server, then waits until its parts have stopped.
  func run() async throws {
    let server = try start()
    let services: [any Service] =
      server.parts.all + [
        Announcement(server: server, reloads: reloads),
        SideWork(work: { [whileRunning] in try await whileRunning(server) }),
      ]
    try await ServiceGroup.inOrder(services, logger).run()
  }
}

/// Announces the server's address while it runs, and handles SIGHUP.
private struct Announcement: Service {
  let server: RunningServer
  let reloads: Bool

  func run() async {
    let reloading = await reloads ? Self.reloading(server) : nil
    server.announce()
    // Cancelling it has the same effect as asking it to end.
    try? await gracefulShutdown()
    reloading?.cancel()
    server.announceEnd()
  }

  private static func reloading(_ server: RunningServer) async -> Task<Void, Never> {
    let hangUps = await UnixSignalsSequence(trapping: .sighup)
    return Task { for await _ in hangUps { server.reload() } }
  }
}

extension ServiceGroup {
  /// Services that stop one after the other, the last first, for any reason.
  static func inOrder(_ services: [any Service], _ logger: Logger) -> ServiceGroup {
    ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: services.map {
          .init(
            service: $0, successTerminationBehavior: .gracefullyShutdownGroup,
            failureTerminationBehavior: .gracefullyShutdownGroup)
        }, logger: logger))
  }
}

/// How the program serves.
public enum Serving {
  /// Serves until SIGTERM or SIGINT; returns when everything is written and closed.
  ///
  /// - Parameters:
  ///   - tries: how many ports to try until one is free.
  ///   - endsWithTerminal: whether SIGHUP ends it, too, instead of reading the certificate again.
  ///   - whileRunning: work beside the server; cancelled at the end, which waits for it 10 s.
  /// - Throws: errors of `RunningServer.init` and of `whileRunning`.
  public static func run(
    _ settings: Settings, places: Places, logger: Logger, tries: Int = 1, endsWithTerminal: Bool = false,
    whileRunning: @escaping @Sendable (RunningServer) async throws -> Void = { _ in }
  ) async throws {
    // The reader of our log may be gone: that must not end the process.
    signal(SIGPIPE, SIG_IGN)
    var quiet = logger
    quiet.logLevel = max(logger.logLevel, .warning)
    let service = RollcallService(
      start: { try RunningServer(settings, places: places, logger: logger, tries: tries) },
      reloads: !endsWithTerminal, whileRunning: whileRunning, logger: quiet)
    let group = ServiceGroup(
      services: [service],
      gracefulShutdownSignals: [.sigterm, .sigint] + (endsWithTerminal ? [.sighup] : []), logger: quiet)
    try await group.run()
  }
}
