import Push
import Rollcall
import RollcallStore
import Synchronization

/// Everything that wakes phones, from its start to its stop.
final class PushDelivery: Sendable {
  private let sender: PushSender
  private let loop: PushLoop
  private let receipts: BackgroundLoop

  /// How often receipts are looked for, milliseconds.
  static let receiptRest = 60_000

  /// Starts.
  ///
  /// - Parameter bell: rung by the store when there is something to send.
  init(
    _ settings: PushSettings, publicURL: String?, store: Store, bell: PushBell,
    report: @escaping @Sendable (String) -> Void
  ) {
    let sender = PushSender(settings, clock: { store.clock().milliseconds })
    let loop = PushLoop(
      "push",
      .init(
        sender, allowsPlainHTTP: settings.allowsPrivateNetworks, publicURL: publicURL, store: store,
        report: report))
    receipts = BackgroundLoop("push receipts")
    (self.sender, self.loop) = (sender, loop)
    loop.start()
    bell.calls { loop.ring() }
    receipts.start(every: Self.receiptRest) {
      do { try Self.takeReceipts(sender, store) } catch {
        report("receipts are not looked for: \(Words.of(error))")
      }
    }
  }

  /// Ends what is under way, within about a second; nothing of it is lost. Blocks.
  func stop() {
    sender.stop()
    receipts.stop()
    loop.stop()
  }

  private static func takeReceipts(_ sender: PushSender, _ store: Store) throws {
    let asked = try store.push.duePushReceipts()
    guard !asked.isEmpty else { return }
    try store.push.record(receipts: sender.receipts(asked).mapValues(PushResult.init), asked: asked)
  }
}

/// Wakes whoever sends, from the store, which is there before.
final class PushBell: Sendable {
  private let called = Mutex<(@Sendable () -> Void)?>(nil)

  /// Rings, if anybody listens. Does not block.
  func ring() { called.withLock { $0 }?() }

  /// Who listens from now on.
  func calls(_ act: @escaping @Sendable () -> Void) { called.withLock { $0 = act } }
}

extension OutboxLoop.Acts where Job == PushJob, Outcome == PushResult {
  fileprivate init(
    _ sender: PushSender, allowsPlainHTTP: Bool, publicURL: String?, store: Store,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.init(
      due: { try store.push.duePushJobs(limit: $0) },
      wait: { try store.push.nextPushDue().map { $0.since(store.clock()) } },
      send: { job in
        guard let provider = PushProvider(rawValue: job.service.rawValue),
          let address = PushAddress(provider: provider, token: job.token, allowsPlainHTTP: true)
        else { return .gone(reason: "\(job.service.name): this is no address") }
        // Registered while the operator allowed it: it is kept for when it is allowed again.
        guard allowsPlainHTTP || !job.token.utf8.starts(with: "http://".utf8) else {
          return .refused(reason: "\(job.service.name): http is not allowed")
        }
        // Without its link a message is still worth sending.
        let link = publicURL.flatMap { base in
          (try? store.push.link(for: job)).flatMap { $0 }.map { "\(base)/a/\($0)" }
        }
        let message = PushText.message(of: job, link: link, now: store.clock())
        return PushResult(sender.send(message, to: address))
      },
      record: { try store.push.record($0, of: $1, chance: Double.random(in: 0..<1)) },
      tidy: { _ = try store.push.tidyPushJobs() }, report: { report("messages are not sent: \($0)") })
  }
}

extension PushResult {
  /// What a provider's answer means.
  init(_ outcome: PushOutcome) {
    switch outcome {
    case .accepted(let id): self = .accepted(id: id)
    case .retry(let after, let reason): self = .retry(after: after, reason: reason)
    case .gone(let reason): self = .gone(reason: reason)
    case .refused(let reason): self = .refused(reason: reason)
    case .misconfigured(let reason): self = .misconfigured(reason: reason)
    }
  }
}
