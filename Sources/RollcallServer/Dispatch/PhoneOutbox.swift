import Push
import Rollcall
import RollcallStore
import RollcallWeb

/// Messages that wake phones.
struct PhoneOutbox: Outbox {
  private let sender: PushSender
  /// `nil` = there is no gateway for text messages.
  private let texting: SMSSender?
  private let allowsPlainHTTP: Bool
  private let texts: MessageTexts
  private let store: Store

  /// How often receipts are looked for, milliseconds.
  static let receiptRest = 60_000

  init(_ settings: PushSettings, texting: SMSSender?, _ texts: MessageTexts, store: Store) {
    self.texting = texting
    sender = PushSender(settings, clock: { store.clock().milliseconds })
    allowsPlainHTTP = settings.allowsPrivateNetworks
    (self.texts, self.store) = (texts, store)
  }

  func due(limit: Int) throws -> [PushJob] { try store.push.duePushJobs(limit: limit) }

  func untilDue() throws -> Milliseconds? { try store.push.nextPushDue().map { $0.since(store.clock()) } }

  func send(_ job: PushJob) -> DeliveryResult {
    guard job.service != .sms else { return sendText(job) }
    guard let provider = PushProvider(rawValue: job.service.rawValue),
      let address = PushAddress(provider: provider, token: job.token, allowsPlainHTTP: true)
    else { return .gone(reason: "\(job.service.name): this is no address") }
    // Registered while the operator allowed it: it is kept for when it is allowed again.
    guard allowsPlainHTTP || !job.token.utf8.starts(with: "http://".utf8) else {
      return .refused(reason: "\(job.service.name): http is not allowed")
    }
    // A message is useful even without its link.
    let message = PhoneMessage.of(job, texts.text(of: job, at: store.clock()), link: link(of: job))
    return DeliveryResult(sender.send(message, to: address))
  }

  /// A text message that asks for an answer or a look is of no use without its link: there may be no app.
  private func sendText(_ job: PushJob) -> DeliveryResult {
    guard let texting else { return .refused(reason: "SMS: there is no gateway") }
    let link = link(of: job)
    guard link != nil || job.kind == .withdrawn || job.kind == .test else {
      return .refused(reason: "SMS: there is no link")
    }
    let text = texts.text(of: job, at: store.clock())
    let message = SMSMessage(
      id: "msg_\(job.id.rawValue)", to: job.token,
      text: [text.title, text.body, link ?? ""].filter { !$0.utf8.isEmpty }.joined(separator: "\n"),
      expiresAt: job.expiresAt.milliseconds,
      // A receipt says of an offer that it was delivered.
      receiptURL: job.kind == .offer ? link.map { "\($0)/receipt" } : nil)
    return DeliveryResult(texting.send(message))
  }

  private func link(of job: PushJob) -> String? {
    store.publicAddress.current.flatMap { base in
      (try? store.push.link(for: job)).flatMap { $0 }.map { "\(base)/a/\($0)" }
    }
  }

  func settle(_ result: DeliveryResult, of job: PushJob) throws {
    try store.push.record(result, of: job.id, chance: Double.random(in: 0..<1))
  }

  func tidy() throws { _ = try store.push.tidyPushJobs() }

  func stop() {
    sender.stop()
    texting?.stop()
  }

  /// Asks the service for the receipts of messages that it took some time ago.
  func takeReceipts() throws {
    let asked = try store.push.duePushReceipts()
    guard !asked.isEmpty else { return }
    try store.push.record(receipts: sender.receipts(asked).mapValues { DeliveryResult($0) }, asked: asked)
  }
}
