import Foundation
import GeoIP
import HTTPServer
public import Logging
import Push
import Rollcall
import RollcallStore
import RollcallWeb

/// A server from its start to its stop: the store, the web floor, the heartbeat and the control socket.
public final class RunningServer: Sendable {
  let store: Store
  private let http: Server
  private let heartbeat: Heartbeat
  private let deadlines: DueLoop
  private let crossings: DueLoop
  private let dispatch: DispatchLoop
  private let alerts: AlertLoop
  private let retention: RetentionLoop
  private let pushes: PushDelivery
  private let notices: NoticeDelivery
  private let reports: ReportLoop?
  private let texts: SMSQueue
  private let control: ControlServer
  private let executor: CommandExecutor
  private let isSecure: Bool
  private let logger: Logger
  private let supervisor: Supervisor?

  /// Where it listens, with the real port.
  public let listening: ListenTo

  /// Starts everything; nothing is left running when it throws. Blocks for the recovery of the database.
  ///
  /// - Parameter tries: how many ports to try, one after the other, until one is free.
  /// - Throws: `SettingsError`, `StoreError`, `ServerError`, `TemplateError`.
  public init(_ settings: Settings, places: Places, logger: Logger, tries: Int = 1) throws {
    let pushing = try settings.push.settings()
    let telling = try Self.telling(settings, pushing)
    let (bell, noticeBell) = (PushBell(), PushBell())
    let supervisor = Supervisor()
    let store = try Self.open(settings, bell, noticeBell, supervisor, logger)
    let heartbeat = Heartbeat(Self.acts(on: store, logger))
    do {
      texts = SMSQueue(try .init(settings.sms, clock: store.clock, logger))
      let geoIP = try GeoIPDatabase.named(settings.geoIP, logger)
      let web = try Web(
        store: store, templates: places.templates, files: places.files, mapTiles: settings.mapTiles,
        publicURL: settings.push.publicURL, otpDelivery: texts.delivery, addresses: .files(geoIP),
        channels: ChannelAbilities(
          sendsMail: telling.mail != nil, allowsPlainHTTP: telling.allowsPrivateNetworks),
        keepsReports: settings.reports != nil,
        isReady: { heartbeat.isReady(at: Heartbeat.monotonic()) })
      let executor = CommandExecutor(store: store)
      control = try ControlServer(database: store.path, execute: executor.execute)
      heartbeat.start()
      do {
        http = try Self.listen(settings, web, logger, tries)
      } catch {
        control.stop()
        heartbeat.stop()
        throw error
      }
      texts.start()
      // A passed deadline is written within a second.
      deadlines = DueLoop("deadlines", every: 200) {
        try store.liveness.settleOverdue() > 0
      } report: {
        logger.error("deadlines are not settled: \($0)")
      }
      deadlines.start()
      crossings = DueLoop("crossings", every: 5_000, pause: 20) {
        try store.liveness.reviewCrossings()
      } report: {
        logger.error("late positions are not judged: \($0)")
      }
      crossings.start()
      dispatch = DispatchLoop(
        .init(
          wait: { store.dispatch.dispatchSignal.wait($0) }, work: { try store.dispatch.dispatchDue() },
          report: { logger.error("incidents are not handled: \($0)") }))
      dispatch.start()
      alerts = AlertLoop(.init(on: store, geoIP) { logger.error("alerts are not judged: \($0)") })
      alerts.start()
      retention = RetentionLoop(
        .init(on: store, finishErasures: { try store.privacy.finishErasures() }) {
          logger.error("what has expired is not purged: \($0)")
        },
        firstLook: settings.purgeAfter * 1_000)
      retention.start()
      pushes = PushDelivery(pushing, publicURL: settings.push.publicURL, store: store, bell: bell) {
        logger.error("\($0)")
      }
      notices = NoticeDelivery(telling, publicURL: settings.push.publicURL, store: store, bell: noticeBell) {
        logger.error("\($0)")
      }
      reports = settings.reports.map { path in
        ReportLoop(ReportFolder(path: path), store) { logger.error("\($0)") }
      }
      reports?.start()
      self.executor = executor
    } catch {
      store.close()
      throw error
    }
    (self.store, self.heartbeat, self.logger) = (store, heartbeat, logger)
    self.supervisor = supervisor
    isSecure = settings.tls != nil
    listening = ListenTo(address: settings.listen.address, port: http.port)
  }

  /// Says where it listens; once signals are handled, so that whoever waits for the line may send one.
  func announce() {
    let words = "listening on \(isSecure ? "https" : "http")://\(listening)"
    logger.info("\(words)")
    supervisor?.ready(words)
  }

  /// What SIGHUP asks for. Blocks.
  func reload() {
    supervisor?.reloading()
    reloadCertificate()
    supervisor?.ready("listening on \(listening)")
  }

  /// Reads the certificate again, for connections that begin from now on; a bad one changes nothing. Blocks.
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

  /// Answers what it has accepted, writes what is queued, closes the file. Blocks.
  public func stop() {
    logger.info("stopping")
    supervisor?.stopping()
    http.stop()
    control.stop()
    reports?.stop()
    notices.stop()
    pushes.stop()
    texts.stop()
    retention.stop()
    alerts.stop()
    dispatch.stop()
    deadlines.stop()
    crossings.stop()
    heartbeat.stop()
    store.close()
    logger.info("stopped")
  }

  private static func open(
    _ settings: Settings, _ bell: PushBell, _ noticeBell: PushBell, _ supervisor: Supervisor?,
    _ logger: Logger
  ) throws -> Store {
    let path = settings.database
    var options = Store.Options(
      fatal: { words in
        logger.critical("the database can no longer be trusted; the process ends: \(words)")
        _exit(1)
      }, longestGap: Store.Options.longestGapOfServer, onPush: bell.ring,
      linksOffers: settings.push.publicURL != nil)
    options.onNotice = noticeBell.ring
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

  /// How channels are told. The servers in the operator's settings are the same as for phones.
  private static func telling(
    _ settings: Settings, _ pushing: PushSettings
  ) throws(SettingsError) -> ChannelSender.Settings {
    var telling = ChannelSender.Settings()
    telling.allowsPrivateNetworks = pushing.allowsPrivateNetworks
    telling.authorities = pushing.authorities
    telling.ntfyURL = pushing.ntfyURL
    telling.mail = try settings.mail.settings()
    return telling
  }

  private static func acts(on store: Store, _ logger: Logger) -> Heartbeat.Acts {
    Heartbeat.Acts(
      markAlive: { try store.markAlive() }, purge: { try store.tracking.purgeIdempotencyKeys() },
      freeBytes: { DiskRoom.free(at: store.path) },
      report: { logger.error("the database does not take a commit: \($0)") })
  }

  /// A server; what is wrong with its settings is said as such.
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
      accessLog.note($0)
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
