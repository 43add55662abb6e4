import Foundation
import HTTPServer
public import Logging
import RollcallStore
import RollcallWeb

/// A running server: the store, the background work, the control socket and the web.
public final class RunningServer: Sendable {
  let store: Store
  /// Everything that was started, in order; it is stopped in reverse order.
  let parts: Parts
  private let http: Server
  private let executor: CommandExecutor
  private let isSecure: Bool
  private let logger: Logger
  private let supervisor: Supervisor?
  /// The link that makes the first workspace; `nil` = it is not offered.
  private let setup: SetupGate?

  /// The address it listens on, with the real port.
  public let listening: ListenTo

  /// Starts everything; after an error nothing is left running. Blocks for the recovery of the database.
  ///
  /// - Parameter tries: how many ports to try, one after the other, until one is free.
  /// - Throws: `SettingsError`, `StoreError`, `ServerError`, `TemplateError`.
  public init(_ settings: Settings, places: Places, logger: Logger, tries: Int = 1) throws {
    let supervisor = Supervisor()
    let signals = OutboxSignals()
    let store = try Self.open(settings, signals, supervisor, logger)
    var parts = Parts()
    parts.add("database") {
      store.close()
      logger.info("stopped")
    }
    do {
      let background = try Background(
        settings, MessageTexts(directory: places.templates), store, signals, logger)
      let setup = try Self.setup(settings, places, store)
      let desk = ServerDeskWork(settings, store, logger)
      let web = try Web(
        store: store, templates: places.templates, files: places.files, mapGround: settings.mapGround(),
        outsidePlaces: settings.outsidePlaces, setup: setup,
        serverDesk: desk.desk,
        otpDelivery: background.codes.otpDelivery,
        addresses: .files(background.geoIP),
        channels: background.channelAbilities, keepsReports: settings.reports != nil,
        taskFailures: TaskFailures { background.failures.all }, version: places.version,
        printer: WeasyPrint.installed,
        isReady: { background.heartbeat.isReady(at: Heartbeat.monotonic()) })
      background.start(&parts, web)
      executor = CommandExecutor(store: store)
      let control = try ControlServer(database: store.path, execute: executor.execute)
      parts.add("control socket", stop: control.stop)
      // The web starts last and ends first: it answers accepted requests while everything else still works.
      let http = try Self.listen(settings, web, logger, tries)
      parts.add("web", stop: http.stop)
      (self.http, self.setup) = (http, setup)
    } catch {
      parts.stop()
      throw error
    }
    (self.store, self.parts, self.logger, self.supervisor) = (store, parts, logger, supervisor)
    isSecure = settings.tls != nil
    listening = ListenTo(address: settings.listen.address, port: http.port)
  }

  /// Announces the address. Called with signals handled, as a script that waits for the line may send one.
  func announce() {
    let words = "listening on \(isSecure ? "https" : "http")://\(listening)"
    logger.info("\(words)")
    supervisor?.ready(words)
    if let setup { Self.offer(setup, at: store.publicAddress.current ?? reachable) }
  }

  /// How a browser on this machine reaches it.
  private var reachable: String {
    let anyway = ["0.0.0.0": "127.0.0.1", "::": "::1"]
    let near = ListenTo(address: anyway[listening.address] ?? listening.address, port: listening.port)
    return "\(isSecure ? "https" : "http")://\(near)"
  }

  private static func setup(_ settings: Settings, _ places: Places, _ store: Store) throws -> SetupGate? {
    guard settings.offersSetup, try store.accounts.isNew() else { return nil }
    return SetupGate(profiles: try places.profiles(), isPublic: settings.setupIsPublic, now: store.clock())
  }

  /// Prints the link beside the log: it is a secret, and a log is kept.
  private static func offer(_ setup: SetupGate, at address: String) {
    let words = """

      This database is new. Open this link within an hour to make its first workspace:

        \(address)\(setup.path)


      """
    FileHandle.standardError.write(Data(words.utf8))
  }

  /// Handles SIGHUP. Blocks.
  func reload() {
    supervisor?.reloading()
    reloadCertificate()
    supervisor?.ready("listening on \(listening)")
  }

  /// Reads the certificate again, for new connections; a bad one changes nothing. Blocks.
  private func reloadCertificate() {
    do {
      guard try http.reloadCertificate() else {
        return logger.notice("SIGHUP: there is no certificate to read")
      }
      logger.notice("SIGHUP: new connections get the certificate as it is now")
    } catch {
      logger.error("SIGHUP: \(error.description); new connections get the one from before")
    }
  }

  /// Carries out a command, as the command line would. Blocks.
  public func execute(_ command: AdminCommand) -> CommandOutcome { executor.execute(command) }

  /// It is about to end.
  func announceEnd() {
    logger.info("stopping")
    supervisor?.stopping()
  }

  private static func open(
    _ settings: Settings, _ signals: OutboxSignals, _ supervisor: Supervisor?, _ logger: Logger
  ) throws -> Store {
    let path = settings.database
    var options = Store.Options(
      fatal: { words in
        logger.critical("the database can no longer be trusted; the process ends: \(words)")
        _exit(1)
      }, longestGap: Store.Options.longestGapOfServer, publicURL: settings.push.publicURL)
    options.textsOffers = try settings.sms.gateway() != nil
    options.onOutbox = signals.raise
    options.machine = .ofSystem
    options.onClock = { logger.warning("\($0.words)") }
    options.onSign = { supervisor?.heard($0) }
    // A command may hold the file for a moment.
    for _ in 0..<40 {
      if let store = try Store.openUnlessHeld(path: path, options: options) { return store }
      usleep(50_000)
    }
    throw StoreError.unavailable("\(path) is in use by another process")
  }

  /// Makes a server; reports a problem with its settings as a settings error.
  private static func serve(_ configuration: HTTPServer.Configuration, _ router: Router) throws -> Server {
    do { return try Server(configuration: configuration, router: router) } catch {
      switch error {
      case .badAddress, .badProxy, .badCertificate: throw SettingsError(error.description)
      case .tooFewDescriptors, .cannotListen, .noThread: throw error
      }
    }
  }

  private static func listen(_ settings: Settings, _ web: Web, _ logger: Logger, _ tries: Int) throws
    -> Server
  {
    var configuration = HTTPServer.Configuration()
    configuration.address = settings.listen.address
    configuration.port = settings.listen.port
    configuration.threads = min(64, max(2, ProcessInfo.processInfo.activeProcessorCount))
    configuration.tls = settings.tls
    configuration.allowedHosts = settings.allowedHosts
    configuration.trustedProxies = settings.trustedProxies
    configuration.forwardingHeader = settings.readsForwarded ? .forwarded : .xForwarded
    configuration.log = { logger.warning("http: \($0)") }
    web.prepare(&configuration)
    let observe = configuration.observe
    let accessLog = AccessLog(logger)
    configuration.observe = {
      observe($0)
      accessLog.record($0)
    }
    configuration.unauthenticatedConnectionsPerNetwork = 256
    let router = try Router(web.routes)
    for _ in 1..<max(1, tries) {
      do { return try serve(configuration, router) } catch ServerError.cannotListen {
        configuration.port = min(65_535, configuration.port + 1)
      }
    }
    return try serve(configuration, router)
  }
}
