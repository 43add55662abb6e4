import GeoIP
import Logging
import Push
import Rollcall
import RollcallStore
import RollcallWeb

/// Everything that a server does on its own, in the order of starting.
struct Background {
  let failures = FailureCounts()
  let heartbeat: Heartbeat
  let geoIP: GeoIPDatabase?
  let codes: CodeOutbox
  let channelAbilities: ChannelAbilities
  private let phones: PhoneOutbox
  private let channels: ChannelOutbox
  private let telling: ChannelSender.Settings
  private let texts: MessageTexts
  private let reports: ReportFolder?
  private let purgeAfter: Int
  private let signals: OutboxSignals
  private let store: Store
  private let logger: Logger

  /// - Throws: `SettingsError`.
  init(
    _ settings: Settings, _ texts: MessageTexts, _ store: Store, _ signals: OutboxSignals, _ logger: Logger
  ) throws {
    (self.store, self.signals, self.logger, self.texts) = (store, signals, logger, texts)
    (reports, purgeAfter) = (settings.reports.map(ReportFolder.init), settings.purgeAfter)
    heartbeat = Heartbeat(
      Heartbeat.Acts(
        markAlive: { try store.markAlive() }, purge: { try store.tracking.purgeIdempotencyKeys() },
        freeBytes: { DiskRoom.free(at: store.path) }))
    geoIP = try GeoIPDatabase.named(settings.geoIP, logger)
    let push = try settings.push.settings()
    telling = try ChannelSender.Settings(settings.mail, push)
    channelAbilities = ChannelAbilities(
      sendsMail: telling.mail != nil, allowsPlainHTTP: telling.allowsPrivateNetworks)
    let texting = try settings.sms.gateway().map {
      SMSSender($0, userAgent: Product.name, clock: { store.clock().milliseconds })
    }
    phones = PhoneOutbox(push, texting: texting, texts, store: store)
    channels = ChannelOutbox(telling, texts, reports: reports, store: store)
    codes = CodeOutbox(try .init(settings.sms, texts, clock: store.clock, logger))
  }

  /// Starts all parts.
  ///
  /// - Parameter web: makes the statements that go out by mail.
  func start(_ parts: inout Parts, _ web: Web) {
    let beats = Periodic(
      "heartbeat", every: 1_000, failures: heartbeatFailures,
      doing: { [heartbeat] _ in
        try heartbeat.beat(at: Heartbeat.monotonic())
      })
    // The server is ready before it listens.
    beats.run()
    parts.start("heartbeat", beats)
    for (name, task) in tasks { parts.start(name, task) }
    start("messages to phones", phones, "push", signals.phones, "messages are not sent: ", &parts)
    start("messages to channels", channels, "channels", signals.channels, "channels are not told: ", &parts)
    let statements = StatementOutbox(.init(telling, web, clock: store.clock), texts, store: store)
    start(
      "statements", statements, "statements", signals.statements, "statements are not sent: ", &parts)
    start("codes", codes, "text messages", codes.wake, "codes are not sent: ", &parts)
  }

  private func start<Box: Outbox>(
    _ name: String, _ box: Box, _ threads: String, _ wake: Signal, _ words: String, _ parts: inout Parts
  ) {
    let loop = OutboxLoop(threads, box, wake: wake, failures: failures.report(threads, words, logger))
    loop.start()
    parts.add(name, stop: loop.stop)
  }
}

extension Background {
  private var heartbeatFailures: FailureReport {
    failures.report("heartbeat", "the database does not take a commit: ", logger)
  }

  /// The periodic tasks. Their results do not depend on when they run.
  private var tasks: [(String, Periodic)] {
    var tasks = [
      ("crossings", crossings), ("deadlines", deadlines), ("dispatch", dispatch), ("alerts", alerts),
      ("escalation", escalation),
      ("retention", retention), ("receipts", receipts), ("size", size),
    ]
    if let reports { tasks.append(("reports", reportTask(reports))) }
    return tasks
  }

  private var crossings: Periodic {
    let report = failures.report("crossings", "late positions are not judged: ", logger)
    return Periodic(
      "crossings", every: 5_000, failures: report,
      doing: { [store] rest in
        while rest(20), try store.liveness.reviewCrossings() {}
      })
  }

  /// A passed deadline is written within a second.
  private var deadlines: Periodic {
    let report = failures.report("deadlines", "deadlines are not settled: ", logger)
    return Periodic(
      "deadlines", every: 200, failures: report,
      doing: { [store] rest in
        while rest(0), try store.liveness.settleOverdue() > 0 {}
      })
  }

  /// Asks the next person when it is time. An answer's time is over by at most 100 ms.
  private var dispatch: Periodic {
    let report = failures.report("dispatch", "incidents are not handled: ", logger)
    let rests = ThreadRests(wake: store.dispatch.dispatchSignal)
    return Periodic(
      "dispatch", every: 100, rests: rests, failures: report,
      doing: { [store] rest in
        while rest(0), try store.dispatch.dispatchDue() > 0 {}
      })
  }

  private var alerts: Periodic {
    let round = AlertRound(.init(on: store, geoIP))
    let report = failures.report("alerts", "alerts are not judged: ", logger)
    return Periodic("alerts", every: 1_000, failures: report, doing: { _ in try round.run() })
  }

  /// Tells the next channel of alerts that no member acknowledges.
  private var escalation: Periodic {
    let report = failures.report("escalation", "alerts are not escalated: ", logger)
    return Periodic(
      "escalation", every: 1_000, failures: report,
      doing: { [store] _ in
        for workspace in try store.fleet.workspaces() { try store.channels.escalate(in: workspace.id) }
      })
  }

  private var retention: Periodic {
    let report = failures.report("retention", "what has expired is not purged: ", logger)
    let round = RetentionRound(
      .init(on: store, finishErasures: { [store] in try store.privacy.finishErasures() }, report: report.tell)
    )
    return Periodic(
      "retention", every: RetentionRound.between, first: purgeAfter * 1_000, failures: report,
      doing: { round.run(resting: $0) })
  }

  private var size: Periodic {
    let report = failures.report("size", "the size of the database is not noted: ", logger)
    return Periodic(
      "size", every: 3_600_000, first: 60_000, failures: report,
      doing: { [store] _ in
        try DatabaseSizes(store).record(ServerDeskWork.bytes(of: store.path))
      })
  }

  private var receipts: Periodic {
    let report = failures.report("receipts", "receipts are not looked for: ", logger)
    return Periodic(
      "push receipts", every: PhoneOutbox.receiptRest, failures: report,
      doing: { [phones] _ in
        try phones.takeReceipts()
      })
  }

  private func reportTask(_ folder: ReportFolder) -> Periodic {
    let report = failures.report("reports", "", logger)
    let round = ReportRound(folder, store, report: report.tell)
    return Periodic(
      "reports", every: ReportRound.between, first: ReportRound.firstLook, failures: report,
      doing: { round.run(resting: $0) })
  }
}

/// Signals that wake the loops of the outboxes.
struct OutboxSignals: Sendable {
  let phones = Signal()
  let channels = Signal()
  let statements = Signal()

  /// There is something to send. Does not block.
  @Sendable func raise(_ outbox: Outboxes.Name) {
    switch outbox {
    case .phones: phones.raise()
    case .channels: channels.raise()
    case .statements: statements.raise()
    }
  }
}

extension ChannelSender.Settings {
  /// The services for channels. The servers in the operator's settings are the same as for phones.
  fileprivate init(_ mail: MailKeys, _ push: PushSettings) throws(SettingsError) {
    self.init(userAgent: Product.name)
    allowsPrivateNetworks = push.allowsPrivateNetworks
    authorities = push.authorities
    ntfyURL = push.ntfyURL
    self.mail = try mail.settings()
  }
}
